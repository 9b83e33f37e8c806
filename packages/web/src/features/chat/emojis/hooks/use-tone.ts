import { useState } from 'react';
import { persistedTone, persistTone, type SkinTone } from '../skin-tones.ts';

/** The skin tone that was last chosen on this device. */
export function useTone(): [tone: SkinTone, choose: (tone: SkinTone) => void] {
  const [tone, setTone] = useState(persistedTone);
  const choose = (next: SkinTone) => {
    persistTone(next);
    setTone(next);
  };
  return [tone, choose];
}

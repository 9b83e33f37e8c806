import { persist, readKept } from '../../../shared/persist.ts';
import { readSession } from '../../../shared/session.ts';

/** Neutral and five more (rules/emojis 2). */
export const skinTones = ['neutral', '1f3fb', '1f3fc', '1f3fd', '1f3fe', '1f3ff'] as const;
export type SkinTone = (typeof skinTones)[number];

const ownKey = () => `chat.skinTone.${readSession().user?.uuid ?? ''}`;
const TONE = /1f3f[b-f]/g;

export const persistedTone = (): SkinTone => {
  const stored = readKept(ownKey());
  return skinTones.find((tone) => tone === stored) ?? 'neutral';
};

export const persistTone = (tone: SkinTone): void => persist(ownKey(), tone);

/** The code in that tone; where several people are in it, all of them have it. */
export function inTone(code: string, variations: readonly string[], tone: SkinTone): string {
  if (tone === 'neutral') return code;
  const isInTone = (variation: string) => variation.match(TONE)?.every((part) => part === tone);
  return variations.find(isInTone) ?? code;
}

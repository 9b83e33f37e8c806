import { useCallback, useEffect, useState } from 'react';
import { listRecents, rememberEmoji } from '../recents.ts';

/** Those of when the picker was opened: they don't move under the pointer. Null until they are read. */
export function useRecents(): [recents: string[] | null, remember: (emoji: string) => void] {
  const [recents, setRecents] = useState<string[] | null>(null);
  useEffect(() => {
    void listRecents().then(setRecents);
  }, []);
  return [recents, useCallback((emoji: string) => void rememberEmoji(emoji), [])];
}

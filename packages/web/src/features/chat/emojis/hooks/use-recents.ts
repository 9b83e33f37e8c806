import { useCallback, useEffect, useState } from 'react';
import type { Emoji } from '../emoji-data.ts';
import { listRecents, rememberEmoji } from '../recents.ts';

type Pick = (emoji: Emoji) => void;

/**
 * Those of when the picker was opened: they don't move under the pointer. Null until they are read. What is picked is
 * one of them the next time.
 */
export function useRecents(
  onPick: (emoji: string) => void,
): [recents: string[] | null, pick: Pick] {
  const [recents, setRecents] = useState<string[] | null>(null);
  useEffect(() => {
    void listRecents().then(setRecents);
  }, []);
  const pick = useCallback<Pick>(
    ({ emoji }) => {
      void rememberEmoji(emoji);
      onPick(emoji);
    },
    [onPick],
  );
  return [recents, pick];
}

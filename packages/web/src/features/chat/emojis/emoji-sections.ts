import { useCallback, useEffect, useMemo, useState } from 'react';
import {
  categoryIds,
  type Emoji,
  type EmojiSection,
  emojisOf,
  findEmojis,
  nameOf,
  persistedTone,
  persistTone,
  type SkinTone,
} from './emoji-data.ts';
import { emojisTexts as texts } from './emojis.texts.ts';
import { listRecents, rememberEmoji } from './recents.ts';

/** All by category with the recent ones first, or what a search finds. */
export function useEmojiSections(recents: string[] | null, search: string, tone: SkinTone) {
  const all = useMemo(() => allSections(recents ?? [], tone), [recents, tone]);
  return useMemo((): EmojiSection[] => {
    if (search.trim() === '') return all;
    const emojis = findEmojis(search, tone);
    return emojis.length > 0 ? [{ id: 'found', name: texts.found, emojis }] : [];
  }, [all, search, tone]);
}

function allSections(recents: string[], tone: SkinTone): EmojiSection[] {
  const used = recents.map((emoji) => ({ emoji, name: nameOf(emoji) }));
  return [
    { id: 'recents', name: texts.categories.recents, emojis: used },
    ...categoryIds.map((id) => ({
      id,
      name: texts.categories[id],
      emojis: emojisOf(id, tone),
    })),
  ];
}

type Pick = (emoji: Emoji) => void;

/**
 * The recent emojis at the time the picker was opened: they must not move under the pointer. Null until they are read.
 * A picked emoji joins them the next time.
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

/** The skin tone that was last chosen on this device. */
export function useTone(): [tone: SkinTone, choose: (tone: SkinTone) => void] {
  const [tone, setTone] = useState(persistedTone);
  const choose = (next: SkinTone) => {
    persistTone(next);
    setTone(next);
  };
  return [tone, choose];
}

import { useMemo } from 'react';
import { categoryIds, emojisOf, findEmojis, nameOf } from '../emoji-data.ts';
import type { EmojiSection } from '../emoji-rows.ts';
import { emojisTexts as texts } from '../emojis.texts.ts';
import type { SkinTone } from '../skin-tones.ts';

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

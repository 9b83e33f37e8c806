import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type RefObject, useMemo, useState } from 'react';
import { useMediaQuery } from '../../../../shared/hooks/use-media-query.ts';
import type { Emoji } from '../emoji-data.ts';
import { buildRows, type EmojiSection, moveFrom } from '../emoji-rows.ts';

const HEADING = 32;
/** The numbers are those of the style sheet. */
const POINTED = { columns: 8, height: 40 };
const TOUCHED = { columns: 7, height: 44 };

/** Nearly two thousand emojis, of which only those in sight are drawn; the arrow keys go through all. */
export function useEmojiGrid(
  sections: EmojiSection[],
  scroller: RefObject<HTMLDivElement | null>,
  onPick: (emoji: Emoji) => void,
) {
  const { columns, height } = useMediaQuery('(pointer: coarse)') ? TOUCHED : POINTED;
  const rows = useMemo(() => buildRows(sections, columns), [sections, columns]);
  const [active, setActive] = useState<number | null>(null);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => (rows[index]?.kind === 'heading' ? HEADING : height),
    overscan: 4,
  });

  const rowOf = (number: number) =>
    rows.findIndex(
      (row) =>
        row.kind === 'emojis' && row.first <= number && number < row.first + row.emojis.length,
    );
  const emojiAt = (number: number | null): Emoji | undefined => {
    const row = number === null ? undefined : rows[rowOf(number)];
    return row?.kind === 'emojis' && number !== null ? row.emojis[number - row.first] : undefined;
  };
  const go = (number: number | null) => {
    setActive(number);
    if (number !== null) virtualizer.scrollToIndex(rowOf(number));
  };

  const handleKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const { key, nativeEvent } = event;
    if (nativeEvent.isComposing) return;
    const chosen = emojiAt(active ?? (event.currentTarget.value === '' ? null : 0));
    if (key === 'Enter' && chosen) onPick(chosen);
    // Until the grid is entered, the sideways arrows move in the text.
    const isMove = key === 'ArrowDown' || (active !== null && key.startsWith('Arrow'));
    if (isMove) go(moveFrom(rows, active, key));
    if (isMove || key === 'Enter') event.preventDefault();
  };

  const top = rows[virtualizer.range?.startIndex ?? 0];
  return {
    rows,
    virtualizer,
    active,
    setActive,
    activeEmoji: emojiAt(active),
    handleKeyDown,
    sectionInSight: top?.section.id ?? 'recents',
    goToSection: (id: string) => {
      const index = rows.findIndex((row) => row.section.id === id);
      if (index >= 0) virtualizer.scrollToIndex(index, { align: 'start' });
    },
  };
}

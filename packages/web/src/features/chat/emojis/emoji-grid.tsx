import { useVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, memo, type RefObject, useMemo, useState } from 'react';
import { useMediaQuery } from '../../../shared/hooks/browser.ts';
import { cx } from '../../../shared/ui/cx.ts';
import { EmojiImage } from '../../../shared/ui/emoji-image.tsx';
import { buildRows, type Emoji, type EmojiRow, type EmojiSection, moveFrom } from './emoji-data.ts';
import styles from './emoji-grid.module.css';
import { emojisTexts as texts } from './emojis.texts.ts';

interface EmojiGridProps {
  id: string;
  rows: EmojiRow[];
  virtualizer: Virtualizer<HTMLDivElement, Element>;
  active: number | null;
  onPoint: (number: number) => void;
  onPick: (emoji: Emoji) => void;
}

export const cellId = (gridId: string, number: number): string => `${gridId}-${number}`;

export function EmojiGrid({ id, rows, virtualizer, active, onPoint, onPick }: EmojiGridProps) {
  return (
    <section
      id={id}
      className={styles.grid}
      style={{ height: virtualizer.getTotalSize() }}
      aria-label={texts.emojis}
    >
      {virtualizer.getVirtualItems().map(({ key, index, start }) => {
        const row = rows[index];
        return (
          <div key={key} className={styles.line} style={{ transform: `translateY(${start}px)` }}>
            {row?.kind === 'heading' && <Heading section={row.section} />}
            {row?.kind === 'emojis' && (
              <Cells gridId={id} active={activeIn(row, active)} {...{ row, onPoint, onPick }} />
            )}
          </div>
        );
      })}
    </section>
  );
}

type CellsRow = Extract<EmojiRow, { kind: 'emojis' }>;

/** The active one's number if it stands in that row: other rows need not be drawn again. */
function activeIn({ first, emojis }: CellsRow, active: number | null): number | null {
  const isHere = active !== null && first <= active && active < first + emojis.length;
  return isHere ? active : null;
}

function Heading({ section }: { section: EmojiSection }) {
  return (
    <p className={styles.heading}>
      {section.name}
      {section.emojis.length === 0 && <span className={styles.none}>{texts.noRecents}</span>}
    </p>
  );
}

interface CellsProps extends Pick<EmojiGridProps, 'active' | 'onPoint' | 'onPick'> {
  gridId: string;
  row: CellsRow;
}

const Cells = memo(function Cells({ gridId, row, active, onPoint, onPick }: CellsProps) {
  return row.emojis.map((choice, column) => {
    const number = row.first + column;
    return (
      <button
        key={choice.emoji}
        id={cellId(gridId, number)}
        type="button"
        tabIndex={-1}
        className={cx(styles.choice, number === active && styles.active)}
        aria-label={`${choice.emoji} ${choice.name}`}
        title={choice.name}
        // The focus stays in the search field.
        onMouseDown={(event) => event.preventDefault()}
        onPointerMove={() => onPoint(number)}
        onClick={() => onPick(choice)}
      >
        <EmojiImage emoji={choice.emoji} />
      </button>
    );
  });
});

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

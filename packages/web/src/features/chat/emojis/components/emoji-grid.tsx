import type { Virtualizer } from '@tanstack/react-virtual';
import { memo } from 'react';
import { cx } from '../../../../shared/ui/cx.ts';
import { EmojiImage } from '../../../../shared/ui/emoji-image.tsx';
import type { Emoji } from '../emoji-data.ts';
import type { EmojiRow, EmojiSection } from '../emoji-rows.ts';
import { emojisTexts as texts } from '../emojis.texts.ts';
import styles from './emoji-grid.module.css';

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

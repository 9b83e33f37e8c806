import type { Range } from '@tanstack/react-virtual';
import { type RefObject, useCallback, useEffect, useReducer, useRef } from 'react';
import { afterPaint } from '../../../../shared/after-paint.ts';
import type { RowVirtualizer } from '../row-virtualizer.ts';
import { nextRows, type Rows, rowsAround } from '../rows-around.ts';

/** Which rows are drawn: those in sight at once, those out of sight from frame to frame before the reader gets to them. */
export function useRowsAround(list: RefObject<RowVirtualizer | null>): (range: Range) => number[] {
  const [frame, next] = useReducer((count: number) => count + 1, 0);
  /** Counted from the end, for what comes above changes nothing then. */
  const drawn = useRef<Rows>(null);
  const isMoreWanted = useRef(false);
  useEffect(() => {
    const count = list.current?.options.count ?? 0;
    const items = list.current?.getVirtualItems() ?? [];
    const [top, bottom] = [items[0], items.at(-1)];
    drawn.current = top && bottom ? { first: count - top.index, last: count - bottom.index } : null;
    if (isMoreWanted.current) return afterPaint(next);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: each frame asks anew.
  return useCallback(
    (range: Range) => {
      const wanted = rowsAround(range, list.current?.scrollDirection ?? null);
      const inSight = { first: range.startIndex, last: range.endIndex };
      const rows = nextRows(wanted, inSight, drawnOf(drawn.current, range.count));
      isMoreWanted.current = rows.first > wanted.first || rows.last < wanted.last;
      return Array.from({ length: rows.last - rows.first + 1 }, (_, place) => rows.first + place);
    },
    [list, frame],
  );
}

const drawnOf = (drawn: Rows | null, count: number): Rows | null =>
  drawn && { first: count - drawn.first, last: count - drawn.last };

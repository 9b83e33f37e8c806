import type { Range } from '@tanstack/react-virtual';
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { afterPaint } from '../../../../shared/after-paint.ts';
import type { RowVirtualizer } from '../row-virtualizer.ts';
import { nextRows, type Rows, rowsAround } from '../rows-around.ts';

/** Which rows are drawn: those in sight at once, those out of sight from frame to frame before the reader gets to them. */
export function useRowsAround(list: RefObject<RowVirtualizer | null>): (range: Range) => number[] {
  /** As of the last frame that has brought some; counted from the end, for what comes above changes nothing then. */
  const [drawn, setDrawn] = useState<Rows | null>(null);
  const isMoreWanted = useRef(false);
  useEffect(() => {
    if (isMoreWanted.current) return afterPaint(() => setDrawn(drawnIn(list.current)));
  });
  return useCallback(
    (range: Range) => {
      const wanted = rowsAround(range, list.current?.scrollDirection ?? null);
      const inSight = { first: range.startIndex, last: range.endIndex };
      const rows = nextRows(wanted, inSight, fromStart(drawn, range.count));
      isMoreWanted.current = rows.first > wanted.first || rows.last < wanted.last;
      return Array.from({ length: rows.last - rows.first + 1 }, (_, place) => rows.first + place);
    },
    [list, drawn],
  );
}

function drawnIn(list: RowVirtualizer | null): Rows | null {
  const count = list?.options.count ?? 0;
  const items = list?.getVirtualItems() ?? [];
  const [top, bottom] = [items[0], items.at(-1)];
  return top && bottom ? { first: count - top.index, last: count - bottom.index } : null;
}

const fromStart = (drawn: Rows | null, count: number): Rows | null =>
  drawn && { first: count - drawn.first, last: count - drawn.last };

import { type RefObject, useCallback, useLayoutEffect, useRef } from 'react';
import type { RowVirtualizer } from '../row-virtualizer.ts';
import type { TimelineRow } from '../timeline.ts';

interface Options {
  rows: TimelineRow[];
  scroller: RefObject<HTMLDivElement | null>;
  virtualizer: RowVirtualizer;
}

/**
 * The virtualizer keeps the row at the upper edge where it is. When that very row is deleted, the next one that is
 * left stays in its place instead. Gives a function that notes what is in sight.
 */
export function useDeleteAnchor({ rows, scroller, virtualizer }: Options): () => void {
  const inSight = useRef<{ key: string; top: number }[]>([]);
  useLayoutEffect(() => {
    const [atFold] = inSight.current;
    if (!scroller.current || !atFold || rows.some(({ key }) => key === atFold.key)) return;
    const starts = startsOf(rows, virtualizer);
    const left = inSight.current.find(({ key }) => starts.has(key));
    if (left) scroller.current.scrollTop = (starts.get(left.key) ?? 0) - left.top;
  }, [rows, scroller, virtualizer]);
  return useCallback(() => {
    const at = scroller.current?.scrollTop ?? 0;
    inSight.current = virtualizer
      .getVirtualItems()
      .filter(({ end }) => end > at)
      .map(({ key, start }) => ({ key: String(key), top: start - at }));
  }, [scroller, virtualizer]);
}

const startsOf = (rows: TimelineRow[], { measurementsCache }: Options['virtualizer']) =>
  new Map(rows.map(({ key }, index) => [key, measurementsCache[index]?.start ?? 0]));

import { type RefObject, useEffect, useEffectEvent, useLayoutEffect } from 'react';
import type { RowVirtualizer } from '../row-virtualizer.ts';

interface Options {
  scroller: RefObject<HTMLDivElement | null>;
  virtualizer: RowVirtualizer;
  onGrowth: () => void;
}

/**
 * Calls when the list's place or the height of its rows has changed. Sizes of rows are reported in the middle of a frame;
 * what changes then around them, or above, the browser would report as an error, `ResizeObserver loop`.
 */
export function useListGrowth({ scroller, virtualizer, onGrowth }: Options): void {
  // One observer for all of the list's life: one that began while sizes are reported would be reported too late.
  const report = useEffectEvent(onGrowth);
  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const resized = new ResizeObserver(() => report());
    resized.observe(element);
    // A row is measured only once it is drawn: until then the end is a guess. The virtualizer writes the height of
    // all rows while sizes are reported, so it is observed where it is written.
    const written = new MutationObserver(() => report());
    const rows = element.firstElementChild;
    if (rows) written.observe(rows, { attributeFilter: ['style'] });
    return () => {
      resized.disconnect();
      written.disconnect();
    };
  }, [scroller]);
  // The virtualizer drops rows that left before these: the last ones it would go on observing, and learn that they have
  // no size any more.
  useLayoutEffect(() => virtualizer.measureElement(null));
}

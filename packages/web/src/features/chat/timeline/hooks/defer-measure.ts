import { measureElement } from '@tanstack/react-virtual';
import type { RowVirtualizer } from '../row-virtualizer.ts';

/**
 * A row is taken to be as tall as estimated until its observer reports, still before anything is painted. Measured one by
 * one as they are drawn, each would have the whole page laid out anew for what the one before has moved.
 */
export function deferMeasure(
  element: Element,
  entry: ResizeObserverEntry | undefined,
  virtualizer: RowVirtualizer,
): number {
  if (entry) return measureElement(element, entry, virtualizer);
  const index = virtualizer.indexFromElement(element);
  return virtualizer.measurementsCache[index]?.size ?? measureElement(element, entry, virtualizer);
}

import {
  measureElement,
  observeElementOffset,
  useVirtualizer,
  type VirtualItem,
  type Virtualizer,
} from '@tanstack/react-virtual';
import { type RefObject, useCallback, useLayoutEffect, useRef } from 'react';
import type { TimelineRow } from '../timeline.ts';
import { estimateRow, knownHeight, listPlace, noteHeights, observePlace } from './row-heights.ts';
import { type RowVirtualizer, useRowsAround } from './rows-around.ts';

/** Room above the oldest row: a spinner, or the day the chat began. */
const TOP = 56;
/** So near the end, new rows are followed. */
export const AT_END = 80;

interface Options {
  chatId: string | null;
  rows: TimelineRow[];
  scroller: RefObject<HTMLDivElement | null>;
  /** The rows end before the chat does. */
  hasNewer: boolean;
  overscan: number;
}

/** Draws what is near the screen alone, and begins at the end. */
export function useRowVirtualizer(options: Options) {
  const { chatId, rows, scroller, hasNewer, overscan } = options;
  const heightOf = (index: number) =>
    knownHeight(chatId, rows[index]?.key ?? '') ?? estimateRow(rows[index], listPlace().width);
  const endPadding = hasNewer ? TOP : 8;
  const list = useRef<RowVirtualizer>(null);
  const { extractor, noteDrawn } = useRowsAround(list);
  const virtualizer = useVirtualizer<HTMLDivElement, Element>({
    count: rows.length,
    getScrollElement: () => scroller.current,
    getItemKey: useCallback((index: number) => rows[index]?.key ?? index, [rows]),
    estimateSize: heightOf,
    measureElement: deferMeasure,
    observeElementRect: observePlace,
    observeElementOffset: observeOffset,
    initialRect: listPlace(),
    // The newest rows are drawn at once, not the oldest first.
    initialOffset: () => {
      const height = rows.reduce((sum, _, index) => sum + heightOf(index), TOP + endPadding);
      return Math.max(0, height - listPlace().height);
    },
    anchorTo: 'end',
    followOnAppend: true,
    // Nothing is followed at an end that is not the chat's.
    scrollEndThreshold: hasNewer ? -1 : AT_END,
    paddingStart: TOP,
    paddingEnd: endPadding,
    overscan,
    rangeExtractor: extractor,
    directDomUpdates: true,
    directDomUpdatesMode: 'position',
  });
  useLayoutEffect(() => {
    list.current = virtualizer;
    virtualizer.shouldAdjustScrollPositionOnItemSizeChange = anchorsScroll;
    virtualizer.scrollToEnd();
  }, [virtualizer]);
  useLayoutEffect(noteDrawn);
  useLayoutEffect(() => {
    if (chatId) return () => noteHeights(chatId, virtualizer);
  }, [chatId, virtualizer]);
  return virtualizer;
}

/**
 * A row is taken to be as tall as estimated until its observer reports, still before anything is painted. Measured one by
 * one as they are drawn, each would have the whole page laid out anew for what the one before has moved.
 */
function deferMeasure(
  element: Element,
  entry: ResizeObserverEntry | undefined,
  virtualizer: RowVirtualizer,
): number {
  if (entry) return measureElement(element, entry, virtualizer);
  const index = virtualizer.indexFromElement(element);
  return virtualizer.measurementsCache[index]?.size ?? measureElement(element, entry, virtualizer);
}

type List = Virtualizer<HTMLDivElement, Element>;

/**
 * Reports to the virtualizer how far the list is scrolled. A place where it has put the list itself is no
 * scrolling: the list would be drawn anew for it, before what was put there is painted and once more after it.
 */
export function observeOffset(
  list: List,
  report: (offset: number, isScrolling: boolean) => void,
): (() => void) | undefined {
  return observeElementOffset(list, (offset, isScrolling) => {
    const isThere = !list.isScrolling && offset === list.scrollOffset;
    report(offset, isScrolling && !isThere);
  });
}

/**
 * Whether the list is scrolled by as much as a row grew or shrank, so that what is in sight below it stays where it
 * is. The virtualizer's own rule leaves a drawn row out while one scrolls up: just when images above turn out not
 * to be there.
 */
export function anchorsScroll<Scroller extends Element, Item extends Element>(
  { start, end }: Pick<VirtualItem, 'start' | 'end'>,
  _delta: number,
  { scrollOffset, scrollRect }: Virtualizer<Scroller, Item>,
): boolean {
  const top = scrollOffset ?? 0;
  return start < top && end <= top + (scrollRect?.height ?? 0);
}

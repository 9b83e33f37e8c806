import { useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useCallback, useLayoutEffect, useRef } from 'react';
import { anchorsScroll } from '../anchor-scroll.ts';
import { estimateRow } from '../estimate-row.ts';
import { knownHeight, listPlace, noteHeights, observePlace } from '../known-heights.ts';
import type { RowVirtualizer } from '../row-virtualizer.ts';
import type { TimelineRow } from '../timeline.ts';
import { deferMeasure } from './defer-measure.ts';
import { observeOffset } from './observe-offset.ts';
import { useRowsAround } from './use-rows-around.ts';

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

import type { Range, Virtualizer } from '@tanstack/react-virtual';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { afterPaint } from '../../../../shared/timing.ts';

/** Says which rows of the list of messages are near the screen, and where they are. */
export type RowVirtualizer = Virtualizer<HTMLDivElement, Element>;

/** Where nobody is going to, so many rows are enough for the first moment after a turn. */
const BEHIND = 3;
/** More rows at once would block scrolling, or a click in between. */
const STEP = 3;

/** A first and a last row. */
interface Rows {
  first: number;
  last: number;
}

const widened = ({ startIndex, endIndex, count }: Range, above: number, below: number): Rows => ({
  first: Math.max(0, startIndex - above),
  last: Math.min(count - 1, endIndex + below),
});

/** The rows in sight, those ahead of the reader, who mostly goes upwards, and few behind them. */
export function rowsAround(range: Range, direction: RowVirtualizer['scrollDirection']): Rows {
  const { overscan } = range;
  const behind = Math.min(overscan, BEHIND);
  return direction === 'forward'
    ? widened(range, behind, overscan)
    : widened(range, overscan, behind);
}

/**
 * The rows to draw next: all in sight, and what is drawn and still near, for the reader may turn at any moment.
 * Beyond a row that comes into sight stand a few more at once: where it turns out less tall than it was taken to be,
 * they are in sight too. A list that grows draws a few more of those that are wanted.
 */
export function nextRows(range: Range, wanted: Rows, drawn: Rows | null, isGrowing: boolean): Rows {
  const { startIndex, endIndex, overscan } = range;
  const fresh = {
    first: Math.max(wanted.first, startIndex - STEP),
    last: Math.min(wanted.last, endIndex + STEP),
  };
  if (!drawn || drawn.first > endIndex || drawn.last < startIndex) return fresh;
  const near = widened(range, overscan, overscan);
  const step = isGrowing ? STEP : 0;
  const kept = {
    first: Math.max(near.first, Math.min(drawn.first, Math.max(wanted.first, drawn.first - step))),
    last: Math.min(near.last, Math.max(drawn.last, Math.min(wanted.last, drawn.last + step))),
  };
  return {
    first: startIndex < drawn.first ? fresh.first : kept.first,
    last: endIndex > drawn.last ? fresh.last : kept.last,
  };
}

type Extractor = (range: Range) => number[];

/**
 * The rows that are drawn: those in sight at once, those out of sight from frame to frame before the reader gets to
 * them.
 */
export function useRowsAround(list: RefObject<RowVirtualizer | null>) {
  /** By the last drawing; counted from the end, for what comes above changes nothing then. */
  const drawn = useRef<Rows>(null);
  const isMoreWanted = useRef(false);
  /** Not while heights are reported: what is drawn then is reported too late, which browsers call an error. */
  const isGrowing = useRef(false);
  const stopWaiting = useRef<() => void>(null);
  const makeExtractor = (): Extractor => (range) => {
    const wanted = rowsAround(range, list.current?.scrollDirection ?? null);
    const rows = nextRows(range, wanted, fromStart(drawn.current, range.count), isGrowing.current);
    isMoreWanted.current = rows.first > wanted.first || rows.last < wanted.last;
    return Array.from({ length: rows.last - rows.first + 1 }, (_, place) => rows.first + place);
  };
  // The list asks anew whenever it is given another one.
  const [extractor, setExtractor] = useState(makeExtractor);
  const grow = () => {
    stopWaiting.current = null;
    isGrowing.current = true;
    // At once: what waits may be drawn in the midst of a report.
    flushSync(() => setExtractor(makeExtractor));
  };
  /** To be called after each drawing, before its heights are reported. */
  const noteDrawn = () => {
    drawn.current = drawnIn(list.current);
    isGrowing.current = false;
    if (isMoreWanted.current) stopWaiting.current ??= afterPaint(grow);
  };
  useEffect(
    () => () => {
      stopWaiting.current?.();
      stopWaiting.current = null;
    },
    [],
  );
  return { extractor, noteDrawn };
}

function drawnIn(list: RowVirtualizer | null): Rows | null {
  const count = list?.options.count ?? 0;
  const items = list?.getVirtualItems() ?? [];
  const [top, bottom] = [items[0], items.at(-1)];
  return top && bottom ? { first: count - top.index, last: count - bottom.index } : null;
}

const fromStart = (drawn: Rows | null, count: number): Rows | null =>
  drawn && { first: count - drawn.first, last: count - drawn.last };

import type { Range } from '@tanstack/react-virtual';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { afterPaint } from '../../../../shared/after-paint.ts';
import type { RowVirtualizer } from '../row-virtualizer.ts';
import { nextRows, type Rows, rowsAround } from '../rows-around.ts';

type Extractor = (range: Range) => number[];

/** Which rows are drawn: those in sight at once, those out of sight from frame to frame before the reader gets to them. */
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

import type { Range } from '@tanstack/react-virtual';
import type { RowVirtualizer } from './row-virtualizer.ts';

/** Where nobody is going to, so many rows are enough for the first moment after a turn. */
const BEHIND = 3;
/** More at once would hold up scrolling, or a click that comes meanwhile. */
const STEP = 3;

/** A first and a last row. */
export interface Rows {
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
 * Which rows are drawn next: all in sight, and what is drawn and still near, for the reader may turn at any moment. Beyond
 * a row that comes into sight stand a few more at once: where it turns out less tall than it was taken to be, they are in
 * sight too. A list that grows draws a few more of those that are wanted.
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

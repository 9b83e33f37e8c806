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
 * Which rows are drawn next: all in sight, and with them what is drawn and still near, for the reader may turn at any
 * moment. Where nothing comes into sight, also a few more of those that are wanted.
 */
export function nextRows(range: Range, wanted: Rows, drawn: Rows | null): Rows {
  const inSight = widened(range, 0, 0);
  if (!drawn || drawn.first > inSight.last || drawn.last < inSight.first) return inSight;
  const near = widened(range, range.overscan, range.overscan);
  const first = Math.max(near.first, Math.min(inSight.first, drawn.first));
  const last = Math.min(near.last, Math.max(inSight.last, drawn.last));
  if (drawn.first > inSight.first || drawn.last < inSight.last) return { first, last };
  return {
    first: Math.min(first, Math.max(wanted.first, first - STEP)),
    last: Math.max(last, Math.min(wanted.last, last + STEP)),
  };
}

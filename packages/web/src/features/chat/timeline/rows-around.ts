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

/** The rows in sight, those ahead of the reader, who mostly goes upwards, and few behind them. */
export function rowsAround(
  { startIndex, endIndex, overscan, count }: Range,
  direction: RowVirtualizer['scrollDirection'],
): Rows {
  const behind = Math.min(overscan, BEHIND);
  const [above, below] = direction === 'forward' ? [behind, overscan] : [overscan, behind];
  return {
    first: Math.max(0, startIndex - above),
    last: Math.min(count - 1, endIndex + below),
  };
}

/** How many of those are drawn next: all in sight, and a few more than those that are drawn already. */
export function nextRows(wanted: Rows, inSight: Rows, drawn: Rows | null): Rows {
  const isNear = drawn !== null && drawn.first <= inSight.last && drawn.last >= inSight.first;
  const from = isNear ? drawn : inSight;
  return {
    first: Math.max(wanted.first, Math.min(inSight.first, from.first) - STEP),
    last: Math.min(wanted.last, Math.max(inSight.last, from.last) + STEP),
  };
}

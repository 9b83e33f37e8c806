import { expect, test } from 'vitest';
import { nextRows, rowsAround } from './rows-around.ts';

const range = { startIndex: 20, endIndex: 29, overscan: 14, count: 100 };

test('more rows are drawn where the reader goes than behind them', () => {
  expect(rowsAround(range, 'backward')).toEqual({ first: 6, last: 32 });
  expect(rowsAround(range, 'forward')).toEqual({ first: 17, last: 43 });
  expect(rowsAround(range, null)).toEqual({ first: 6, last: 32 });
});

test('no row beyond the ends, and none out of sight where none is asked for', () => {
  expect(rowsAround({ ...range, count: 30 }, 'forward')).toEqual({ first: 17, last: 29 });
  expect(rowsAround({ ...range, startIndex: 2 }, 'backward')).toEqual({ first: 0, last: 32 });
  expect(rowsAround({ ...range, overscan: 0 }, 'backward')).toEqual({ first: 20, last: 29 });
});

test('what is in sight is drawn at once, the rest a few rows at a time', () => {
  const wanted = { first: 6, last: 32 };
  const inSight = { first: 20, last: 29 };
  expect(nextRows(wanted, inSight, null)).toEqual({ first: 17, last: 32 });
  expect(nextRows(wanted, inSight, { first: 17, last: 32 })).toEqual({ first: 14, last: 32 });
  expect(nextRows(wanted, inSight, { first: 7, last: 40 })).toEqual(wanted);
  // Far from what is drawn, as after a jump.
  expect(nextRows(wanted, inSight, { first: 60, last: 80 })).toEqual({ first: 17, last: 32 });
});

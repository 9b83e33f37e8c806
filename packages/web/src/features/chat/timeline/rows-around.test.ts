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
  expect(nextRows(range, wanted, null)).toEqual({ first: 20, last: 29 });
  expect(nextRows(range, wanted, { first: 20, last: 29 })).toEqual({ first: 17, last: 32 });
  expect(nextRows(range, wanted, { first: 17, last: 32 })).toEqual({ first: 14, last: 32 });
  expect(nextRows(range, wanted, { first: 7, last: 32 })).toEqual(wanted);
  // Far from what is drawn, as after a jump.
  expect(nextRows(range, wanted, { first: 60, last: 80 })).toEqual({ first: 20, last: 29 });
});

test('what comes into sight is drawn alone', () => {
  expect(nextRows(range, { first: 6, last: 32 }, { first: 15, last: 28 })).toEqual({
    first: 15,
    last: 29,
  });
});

test('what is drawn stays while it is near, wherever the reader goes', () => {
  const drawn = { first: 2, last: 60 };
  expect(nextRows(range, rowsAround(range, 'forward'), drawn)).toEqual({ first: 6, last: 43 });
  expect(nextRows(range, rowsAround(range, 'backward'), drawn)).toEqual({ first: 6, last: 43 });
});

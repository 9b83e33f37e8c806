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

test('what is in sight is drawn at once with a few beyond', () => {
  const wanted = { first: 6, last: 32 };
  expect(nextRows(range, wanted, null, false)).toEqual({ first: 17, last: 32 });
  // Far from the drawn rows, as after a jump.
  expect(nextRows(range, wanted, { first: 60, last: 80 }, false)).toEqual({ first: 17, last: 32 });
  expect(nextRows(range, wanted, { first: 21, last: 40 }, false)).toEqual({ first: 17, last: 40 });
  expect(nextRows(range, wanted, { first: 15, last: 28 }, false)).toEqual({ first: 15, last: 32 });
});

test('no row is added while all in sight are drawn, unless the list grows, and then a few', () => {
  const wanted = { first: 6, last: 32 };
  const drawn = { first: 19, last: 29 };
  expect(nextRows(range, wanted, drawn, false)).toEqual(drawn);
  expect(nextRows(range, wanted, drawn, true)).toEqual({ first: 16, last: 32 });
  expect(nextRows(range, wanted, { first: 7, last: 32 }, true)).toEqual(wanted);
  expect(nextRows(range, wanted, wanted, true)).toEqual(wanted);
});

test('what is drawn stays while it is near, wherever the reader goes', () => {
  const drawn = { first: 2, last: 60 };
  for (const direction of ['forward', 'backward', null] as const) {
    const wanted = rowsAround(range, direction);
    expect(nextRows(range, wanted, drawn, false)).toEqual({ first: 6, last: 43 });
    expect(nextRows(range, wanted, drawn, true)).toEqual({ first: 6, last: 43 });
  }
});

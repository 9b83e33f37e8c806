import { expect, it } from 'vitest';
import { measureByTurns } from '../lab/bench/disturbances/by-turns.ts';
import { isMet, ratioOf } from '../lab/bench/support/figures.ts';

/** A row whose turns give these numbers, one after the other; what was asked for is in `turns`. */
function rowOf(disturbed, bound = {}, quiet = 10) {
  const turns = [];
  const row = {
    name: 'a flood',
    figures: { sends: { unit: 'ms', ratioAtMost: 5, ...bound } },
    quiet: async () => {
      turns.push('quiet');
      return { sends: quiet };
    },
    disturbed: async () => {
      turns.push('disturbed');
      return { sends: disturbed.shift() };
    },
  };
  return { row, turns };
}

const measure = async ({ row }) => {
  const [figure] = await measureByTurns(row, undefined);
  return { name: figure.name, ratio: ratioOf(figure), isMet: isMet(figure) };
};

it('measures three pairs by turns, and judges by the median of their ratios', async () => {
  const flood = rowOf([500, 20, 30]);
  expect(await measure(flood)).toEqual({ name: 'a flood: sends', ratio: 3, isMet: true });
  expect(flood.turns).toEqual(Array(3).fill(['quiet', 'disturbed']).flat());
});

it('fails what is beyond its bound three times in a row, and nothing else', async () => {
  const always = rowOf(Array(9).fill(60));
  expect(await measure(always)).toMatchObject({ ratio: 6, isMet: false });
  expect(always.turns).toHaveLength(18);
  const once = rowOf([60, 60, 60, 40, 40, 40]);
  expect(await measure(once)).toMatchObject({ ratio: 4, isMet: true });
  expect(once.turns).toHaveLength(12);
});

it('takes a number near zero for the least that counts', async () => {
  expect(await measure(rowOf([9, 9, 9], { least: 10 }, 1))).toMatchObject({
    ratio: 1,
    isMet: true,
  });
});

it('fails two that should be alike by either of them', async () => {
  const alike = { isAlike: true };
  expect(await measure(rowOf(Array(9).fill(1), alike))).toMatchObject({ isMet: false });
  expect(await measure(rowOf(Array(9).fill(60), alike))).toMatchObject({ isMet: false });
  expect(await measure(rowOf(Array(3).fill(3), alike))).toMatchObject({ isMet: true });
});

it('fails a call that was refused, and a number that is missing', async () => {
  const refused = rowOf(Array(9).fill(Number.POSITIVE_INFINITY));
  expect(await measure(refused)).toMatchObject({ isMet: false });
  expect(await measure(rowOf([]))).toMatchObject({ isMet: false });
});

import { expect, it } from 'vitest';
import { listOf, measure, quantile, tableOf } from './figures.mjs';

const source = `/** One
 * comment. */
function outer() {
  // Another.
  const inner = () => 1;
  return inner() as number;
}
const names = ['a'] as const;
`;

it('counts lines, functions with what they hold, casts and lines of comments', () => {
  expect(measure('a.ts', source)).toEqual({
    lines: 8,
    functions: [
      { name: 'outer', line: 3, lines: 5 },
      { name: '', line: 5, lines: 1 },
    ],
    casts: [6],
    comments: 3,
  });
});

it('takes a chapter of tests for no function, and each test for one', () => {
  const tests = `describe('all', () => {\n  it('works', () => {\n    expect(1);\n  });\n});\n`;
  expect(measure('a.test.ts', tests).functions).toEqual([{ name: '', line: 2, lines: 3 }]);
});

it('knows lines by characters, not by bytes', () => {
  expect(measure('a.ts', `const a = 'ñandú';\nconst b = () => a as string;\n`).casts).toEqual([2]);
});

it('refuses what it cannot read', () => {
  expect(() => measure('a.ts', 'const = 1')).toThrow('a.ts');
});

it('takes the number that a share of the numbers does not exceed', () => {
  expect([0.5, 0.9, 1].map((share) => quantile([3, 1, 2, 10], share))).toEqual([2, 10, 10]);
  expect(quantile([], 0.5)).toBe(0);
});

it('puts each package in a row, its tests apart, and names what is too long', () => {
  const long = `function long() {\n${'  a();\n'.repeat(60)}}\n`;
  const files = [
    ['packages/server/src/a.ts', long],
    ['packages/server/src/a.test.ts', source],
    ['lab/bench/main.ts', source],
  ].map(([file, text]) => ({ file, ...measure(file, text) }));
  const rows = tableOf(files).split('\n').slice(2);
  expect(rows).toEqual([
    '| lab | 1 | 8 | 8 | 8 | 2 | 1 | 5 | 5 | 0 | 1 | 3 |',
    '| server | 1 | 62 | 62 | 62 | 1 | 62 | 62 | 62 | 1 | 0 | 0 |',
    '| server, tests | 1 | 8 | 8 | 8 | 2 | 1 | 5 | 5 | 0 | 1 | 3 |',
    '| all | 3 | 78 | 8 | 62 | 5 | 5 | 62 | 62 | 1 | 2 | 6 |',
  ]);
  expect(listOf(files).split('\n')).toEqual([
    '62 lines  packages/server/src/a.ts:1  long',
    '1 as  packages/server/src/a.test.ts:6',
    '1 as  lab/bench/main.ts:6',
  ]);
});

import { expect, it } from 'vitest';
import { readTexts } from './repo-texts.mjs';
import { inRepo } from './root.mjs';
import { findRuleProblems } from './rules.mjs';

// Not written out, so that what is planted here is no citation of this file's own.
const rules = 'rules';

const page = {
  file: 'docs/rules/doors.md',
  text: [
    '# Doors',
    '',
    '1. A door opens inwards,',
    '   whatever stands behind it.',
    '   - `doors.test.ts` › opens',
    '     inwards',
    '2. A door is closed by its handle.',
    '',
  ].join('\n'),
};
const guard = { file: 'packages/house/doors.test.ts', text: "it('opens inwards, always', () => {" };
const code = { file: 'packages/house/handle.ts', text: `// By its handle (${rules}/doors 2).` };

const after = (source, from, to) => ({ ...source, text: source.text.replace(from, to) });
const problemsWith = (...changed) => {
  const names = changed.map(({ file }) => file);
  const others = [page, guard, code].filter(({ file }) => !names.includes(file));
  return findRuleProblems([...others, ...changed]);
};

it('the rules of this repository name tests that exist, and are cited as they are numbered', () => {
  const texts = readTexts(inRepo());
  expect(texts.filter(({ file }) => file.startsWith('docs/rules/')).length).toBeGreaterThan(20);
  expect(findRuleProblems(texts)).toEqual([]);
});

it('finds nothing where every rule has its test or is cited', () => {
  expect(problemsWith()).toEqual([]);
});

it.each([
  ['another title', after(guard, 'opens inwards', 'opens outwards')],
  ['the words in no title', after(guard, "it('", "log('")],
  ['a skipped test', after(guard, 'it(', 'it.skip(')],
])('finds a rule whose test is gone: %s', (_, changed) => {
  expect(problemsWith(changed)).toEqual([
    `${rules}/doors 1: no test of packages/house/doors.test.ts is titled “opens inwards”`,
  ]);
});

it.each([
  ['in the table of an each', "it.each(all)('opens inwards: %s'"],
  ['of a group', 'describe("opens inwards"'],
  ['on a line of its own', 'test(\n  `opens inwards`,'],
])('finds a title %s', (_, text) => {
  expect(problemsWith({ ...guard, text })).toEqual([]);
});

it('takes a row of the bench as a proof, and finds a rule whose row is gone', () => {
  const named = after(page, 'doors.test.ts', 'disturbances/draughts.ts');
  const file = 'lab/bench/disturbances/draughts.ts';
  const rows = { file, text: "{ name: 'opens inwards, in a storm', figures }" };
  expect(problemsWith(named, rows)).toEqual([]);
  expect(problemsWith(named, after(rows, 'inwards', 'outwards'))).toEqual([
    `${rules}/doors 1: no row of ${file} is named “opens inwards”`,
  ]);
});

it('finds a rule whose test file is gone, or could be one of two', () => {
  expect(problemsWith(after(page, '`doors', '`gates'))).toEqual([
    `${rules}/doors 1: 0 test files end in gates.test.ts`,
  ]);
  expect(problemsWith(guard, { ...guard, file: 'packages/barn/doors.test.ts' })).toEqual([
    `${rules}/doors 1: 2 test files end in doors.test.ts`,
  ]);
});

it('finds a test that is not written as file and title', () => {
  expect(problemsWith(after(page, '`doors.test.ts` ›', 'doors.test.ts:'))).toEqual([
    `${rules}/doors 1 names no file and title: doors.test.ts: opens inwards`,
  ]);
});

it.each([
  [`${rules}/doors 3`, `${rules}/doors 3`],
  [`${rules}/doors 2, 7`, `${rules}/doors 7`],
  [`${rules}/windows 1`, `${rules}/windows 1`],
  [`${rules}/doors`, `${rules}/doors without a number`],
])('finds a citation of no rule: %s', (written, expected) => {
  expect(problemsWith(code, { file: 'a.ts', text: `\n// So it is (${written}).` })).toEqual([
    `a.ts:2 cites ${expected}, which does not exist`,
  ]);
});

it('finds a rule that names no test and that nobody cites', () => {
  expect(problemsWith(after(code, '2', '1'))).toEqual([
    `${rules}/doors 2 names no test, and nobody cites it`,
  ]);
});

it('finds a page that is not numbered from 1 in order', () => {
  expect(problemsWith(after(page, '2. A', '3. A'))).toContain(
    `${rules}/doors 3 should be 2 by its place`,
  );
});

import { expect, it } from 'vitest';
import { findClocks, findUnprovedRules } from './gate-tests.mjs';

const planted = (text, file = 'packages/server/src/a.test.ts') => [{ file, text }];
const found = (texts) => findClocks(texts, ['packages/server/src/a.test.ts']);

it.each([
  'expect(performance.now() - began).toBeLessThan(2_000);',
  'expect(Date.now() - began).toBeLessThan(2_000);',
  'const { rss } = process.memoryUsage();',
  'process.cpuUsage()',
  'const slowed = watchContention(process.pid);',
  'const today = new Date().getUTCDay();',
  "import { setTimeout as pause } from 'node:timers/promises';",
  'const fault = faults[Math.random() * 4];',
])('finds a figure, a calendar, a sleep or a chance in a test of the gate: %s', (line) => {
  expect(found(planted(`one();\n${line}\n`))).toEqual([
    expect.stringMatching(/^packages\/server\/src\/a\.test\.ts:2: .+ in a test of the gate$/),
  ]);
});

it('finds the day of now in a test of the page that sets no clock', () => {
  const file = 'packages/web/src/a.test.tsx';
  const day = 'const today = new Date();';
  const foundIn = (text) => findClocks(planted(text, file), [file]);
  expect(foundIn(day)).toEqual([`${file}:1: new Date() in a test of the gate`]);
  expect(foundIn(`vi.useFakeTimers({ now });\n${day}`)).toEqual([]);
});

it('lets tests of other parts measure', () => {
  expect(found(planted('performance.now()', 'packages/server/src/b.test.ts'))).toEqual([]);
});

it('finds a rule whose tests are all of other parts', () => {
  const text = [
    '1. One.',
    '   - `a.test.ts` › one',
    '   - `b.test.ts` › one',
    '2. Two.',
    '   - `b.test.ts` › two',
    '3. Three, which code cites.',
  ].join('\n');
  const rules = [{ file: 'docs/rules/page.md', text }];
  expect(findUnprovedRules(rules, ['packages/server/src/a.test.ts'])).toEqual([
    ['rules', 'page 2'].join('/'),
  ]);
});

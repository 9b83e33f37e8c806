import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { failedSpecs } from './failures.mjs';
import { exitCodeOf, printTotals, runSteps } from './totals.mjs';

let lines;

beforeEach(() => {
  lines = [];
  vi.spyOn(console, 'log').mockImplementation((line) => lines.push(line));
  vi.spyOn(console, 'error').mockImplementation((line) => lines.push(line));
});

afterEach(() => vi.restoreAllMocks());

const step = (title, result) => [title, async () => result];

/** Runs the steps as a command does, and gives its exit code. */
async function runAll(steps) {
  const outcomes = await runSteps(steps);
  printTotals(outcomes);
  return exitCodeOf(outcomes);
}

const failure = (test, error = 'expected') => ({ test, error, file: 'a.test.ts' });

it('ends in a plain line that sums all steps, and succeeds', async () => {
  const code = await runAll([
    step('one', { passed: 2, failed: 0 }),
    step('two', { passed: 3, failed: 0 }),
  ]);
  expect(code).toBe(0);
  expect(lines.at(-1)).toBe('5 passed, 0 failed');
});

it('fails when one test failed, and shows what that step said', async () => {
  const code = await runAll([
    step('one', { passed: 2, failed: 1, output: 'why it failed' }),
    step('two', { passed: 3, failed: 0 }),
  ]);
  expect(code).toBe(1);
  expect(lines).toContain('why it failed');
  expect(lines.at(-1)).toBe('5 passed, 1 failed');
});

it('names at the end, once more, what failed in each step', async () => {
  await runAll([
    step('one', {
      passed: 0,
      failed: 1,
      output: 'long',
      failures: [failure('a.test.ts › a rule')],
    }),
    step('two', { passed: 0, failed: 1, output: 'long' }),
  ]);
  expect(lines.at(-2)).toBe('Failed:\n  one: a.test.ts › a rule: expected\n  two: see above');
});

it('fails when nothing ran', async () => {
  expect(await runAll([step('one', { passed: 0, failed: 0 })])).toBe(1);
  expect(await runAll([])).toBe(1);
});

it('names what was skipped and why', async () => {
  await runAll([
    step('one', { passed: 1, failed: 0 }),
    step('two', { passed: 0, failed: 0, skipped: 1, reason: 'there is no server' }),
  ]);
  expect(lines).toContain('  Skipped: two, because there is no server');
  expect(lines.at(-1)).toBe('1 passed, 0 failed, 1 skipped');
});

it('counts a step that breaks as one failure and goes on with the next', async () => {
  const breaks = ['one', () => Promise.reject(new Error('no browser'))];
  const code = await runAll([breaks, step('two', { passed: 1, failed: 0 })]);
  expect(code).toBe(1);
  expect(lines.join('\n')).toContain('no browser');
  expect(lines.at(-1)).toBe('1 passed, 1 failed');
});

it('runs rows of steps side by side, the steps of a row one after the other, and sums them all', async () => {
  const begun = [];
  let letGo;
  const held = new Promise((resolve) => {
    letGo = resolve;
  });
  const noted = (title, work = async () => {}) => [
    title,
    async () => {
      begun.push(title);
      await work();
      return { passed: 1, failed: 0 };
    },
  ];
  const code = await runAll([
    noted('alone'),
    [[noted('held', () => held), noted('after it')], [noted('first', letGo)]],
    noted('at the end'),
  ]);
  expect(begun).toEqual(['alone', 'held', 'first', 'after it', 'at the end']);
  expect([code, lines.at(-1)]).toEqual([0, '5 passed, 0 failed']);
});

it('a test that failed in the second browser alone is named with that browser', () => {
  const tests = [
    { projectName: 'firefox', status: 'expected', results: [{}] },
    {
      projectName: 'webkit',
      status: 'unexpected',
      results: [{ error: { message: 'Error: sees no box\nat a line' } }],
    },
  ];
  const suite = { suites: [{ specs: [{ file: 'e2e/box.spec.ts', title: 'a box', tests }] }] };
  expect(failedSpecs(suite)).toEqual([
    {
      test: 'e2e/box.spec.ts in webkit › a box',
      error: 'Error: sees no box',
      file: 'e2e/box.spec.ts',
      project: 'webkit',
    },
  ]);
});

describe('what failed runs once more, after all steps', () => {
  const failing = (again) => ({ passed: 2, failed: 1, failures: [failure('a rule')], again });

  it('and is told as unsteady where it passes then, without failing the run', async () => {
    const order = [];
    const code = await runAll([
      step(
        'one',
        failing(async () => {
          order.push('one again');
          return { passed: 1, failed: 0 };
        }),
      ),
      [
        'two',
        async () => {
          order.push('two');
          return { passed: 1, failed: 0 };
        },
      ],
    ]);
    expect([code, order]).toEqual([0, ['two', 'one again']]);
    expect(lines.slice(-2)).toEqual([
      'unsteady, to be mended:\n  one: a rule: expected',
      '4 passed, 0 failed, 1 unsteady',
    ]);
  });

  it('and fails the run where it fails again', async () => {
    const again = async () => ({ passed: 0, failed: 1, failures: [failure('a rule', 'still')] });
    expect(await runAll([step('one', failing(again))])).toBe(1);
    expect(lines.slice(-2)).toEqual(['Failed:\n  one: a rule: still', '2 passed, 1 failed']);
  });

  it('and fails the run where the second run could not be made', async () => {
    const again = () => Promise.reject(new Error('no browser'));
    expect(await runAll([step('one', failing(again))])).toBe(1);
    expect(lines.slice(-2)).toEqual(['Failed:\n  one: a rule: expected', '2 passed, 1 failed']);
  });
});

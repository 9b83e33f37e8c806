/**
 * @typedef {import('./failures.mjs').Failure} Failure
 *
 * @typedef {object} Counts
 * @property {number} passed
 * @property {number} failed
 * @property {number} [skipped]
 * @property {string} [output] What a failed step said.
 * @property {Failure[]} [failures] The failed tests, each with the first line of its reason.
 * @property {() => Promise<Counts>} [again] Runs the files of the failed tests once more, and nothing else.
 * @property {string} [reason] Why something was skipped.
 * @property {string[]} [notes]
 *
 * @typedef {[title: string, step: () => Promise<Counts>]} Step
 * @typedef {object} Outcome
 * @property {string} title
 * @property {number} passed
 * @property {number} failed
 * @property {number} skipped
 * @property {number} seconds
 * @property {Failure[]} failures
 * @property {Failure[]} unsteady Tests that failed at first and passed alone, with their first reason.
 */

/**
 * Runs named steps one after the other; in the place of a step may stand several rows of steps, which run side by side.
 * Files with a failed test run once more, alone, at the end.
 *
 * @param {(Step | Step[][])[]} steps
 * @returns {Promise<Outcome[]>}
 */
export async function runSteps(steps) {
  const ran = [];
  for (const step of steps)
    ran.push(...(await (isOne(step) ? runSerially([step]) : sideBySide(step))));
  const outcomes = [];
  for (const one of ran) outcomes.push(await runAgain(one));
  return outcomes;
}

/**
 * Ends with the names of all unsteady and all failed tests, and a plain line of totals.
 *
 * @param {Outcome[]} outcomes
 */
export function printTotals(outcomes) {
  // The output of a step may be long: the end alone names them all.
  /** @param {'failures' | 'unsteady'} kind */
  const lines = (kind) =>
    outcomes.flatMap((one) => one[kind].map((failure) => `${one.title}: ${nameOf(failure)}`));
  const [unsteady, failures] = [lines('unsteady'), lines('failures')];
  if (unsteady.length > 0) console.log(['unsteady, to be mended:', ...unsteady].join('\n  '));
  if (failures.length > 0) console.log(['Failed:', ...failures].join('\n  '));
  const more = unsteady.length > 0 ? `, ${unsteady.length} unsteady` : '';
  console.log(`${lineOf(sumOf(outcomes))}${more}`);
}

/**
 * The exit code: 1 when anything failed or nothing ran. Unsteady tests fail nothing.
 *
 * @param {Outcome[]} outcomes
 */
export function exitCodeOf(outcomes) {
  const { passed, failed } = sumOf(outcomes);
  return failed > 0 || passed === 0 ? 1 : 0;
}

/** @param {Outcome[]} outcomes */
export function sumOf(outcomes) {
  /** @param {'passed' | 'failed' | 'skipped'} name */
  const sum = (name) => outcomes.reduce((so, one) => so + one[name], 0);
  return { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') };
}

/** @param {Failure} failure */
export const nameOf = ({ test, error }) => (error ? `${test}: ${error}` : test);

/**
 * @param {Step | Step[][]} step
 * @returns {step is Step}
 */
const isOne = (step) => typeof step[0] === 'string';

/** @param {Step[][]} rows */
const sideBySide = async (rows) => (await Promise.all(rows.map(runSerially))).flat();

/** @param {Step[]} steps */
async function runSerially(steps) {
  const all = [];
  for (const step of steps) all.push(await runStep(step));
  return all;
}

/** @param {Step} step */
async function runStep([title, step]) {
  const started = Date.now();
  const ran = await step().catch(broken);
  const { passed, failed, skipped = 0, output, reason, notes = [], again } = ran;
  if (failed > 0) console.error(output);
  const seconds = Math.round((Date.now() - started) / 1000);
  console.log(
    `${failed > 0 ? '✘' : '✔'} ${title}: ${lineOf({ passed, failed, skipped })} (${seconds} s)`,
  );
  if (reason) console.log(`  Skipped: ${title}, because ${reason}`);
  for (const note of notes) console.log(`  ${note}`);
  const named = ran.failures ?? [];
  const failures = failed > 0 && named.length === 0 ? [{ test: 'see above', error: '' }] : named;
  return { title, passed, failed, skipped, seconds, failures, unsteady: [], again };
}

/**
 * A test that passes alone is unsteady: its first failure is told, and it counts as passed.
 *
 * @param {Outcome & { again?: () => Promise<Counts> }} first
 * @returns {Promise<Outcome>}
 */
async function runAgain({ again, ...first }) {
  if (!again || first.failures.length === 0) return first;
  console.log(`Once more, alone: ${first.title}`);
  const ran = await runStep([first.title, again]);
  const seconds = first.seconds + ran.seconds;
  // A second run that names no test proves nothing.
  if (ran.failures.some(({ file }) => !file)) return { ...first, seconds };
  const stillFailing = new Set(ran.failures.map(({ test }) => test));
  return {
    ...first,
    passed: first.passed + Math.max(0, first.failed - ran.failed),
    failed: ran.failed,
    seconds,
    failures: ran.failures,
    unsteady: first.failures.filter(({ test }) => !stillFailing.has(test)),
  };
}

/** @param {Record<'passed' | 'failed' | 'skipped', number>} counts */
function lineOf({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

/**
 * A step that could not even run is one failure, with its reason in sight.
 *
 * @param {Error} error
 * @returns {Counts}
 */
function broken(error) {
  return { passed: 0, failed: 1, output: error.stack };
}

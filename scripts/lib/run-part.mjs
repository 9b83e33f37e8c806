import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { inRepo } from './root.mjs';
import { run } from './run.mjs';
import { parts } from './test-parts.mjs';
import { exitCodeOf, nameOf, printTotals, runSteps, sumOf } from './totals.mjs';

/**
 * @typedef {object} PartOutcome
 * @property {string | null} commit
 * @property {boolean} clean
 * @property {number} passed
 * @property {number} failed
 * @property {number} unsteady
 * @property {number} seconds
 * @property {boolean} isDone Passed on the commit that is checked out, without changes.
 */

/**
 * Runs a part, prints its totals, and leaves its outcome in `test-results/NAME.json`. Returns the exit code.
 *
 * @param {string} name
 * @param {number} begun When its run began, in milliseconds, with all that was installed and built for it.
 */
export async function runPart(name, begun = Date.now()) {
  const part = parts[name];
  if (!part) throw new Error(`${name} is no part: ${Object.keys(parts).join(', ')}`);
  const checkout = await stateOfCheckout();
  const outcomes = await runSteps(part.steps);
  printTotals(outcomes);
  const { passed, failed } = sumOf(outcomes);
  const unsteady = outcomes.flatMap((one) => one.unsteady);
  const outcome = {
    ...checkout,
    at: new Date().toISOString(),
    passed,
    failed,
    unsteady: unsteady.length,
    seconds: Math.round((Date.now() - begun) / 1000),
    parts: outcomes.map((one) => ({
      ...one,
      failures: one.failures.map(nameOf),
      unsteady: one.unsteady.map(nameOf),
    })),
  };
  mkdirSync(inRepo('test-results'), { recursive: true });
  writeFileSync(outcomeFile(name), `${JSON.stringify(outcome, null, 2)}\n`);
  return exitCodeOf(outcomes);
}

/** @param {string} name */
const outcomeFile = (name) => inRepo('test-results', `${name}.json`);

/** Says of each part its subject, its needs and its time. */
export function listParts() {
  for (const [name, { about, needs, minutes }] of Object.entries(parts)) {
    console.log(
      `${name.padEnd(14)} some ${minutes} min: ${about}\n${' '.repeat(15)}needs ${needs}`,
    );
  }
}

/**
 * The last outcome of each part that has run.
 *
 * @returns {Promise<Record<string, PartOutcome>>}
 */
export async function outcomesNow() {
  const { commit, clean } = await stateOfCheckout();
  const known = Object.keys(parts).filter((name) => existsSync(outcomeFile(name)));
  const outcomes = known.map((name) => {
    const outcome = JSON.parse(readFileSync(outcomeFile(name), 'utf8'));
    const isSame = outcome.commit === commit && outcome.clean && clean;
    return [name, { ...outcome, isDone: isSame && outcome.failed === 0 }];
  });
  return Object.fromEntries(outcomes);
}

/**
 * A line a part; gives 1 where one of those that were chosen failed or has not run.
 *
 * @param {Record<string, PartOutcome>} outcomes
 * @param {string[]} chosen
 */
export function printTable(outcomes, chosen) {
  console.log('\npart            passed  failed  unsteady  seconds');
  for (const [name, { passed, failed, unsteady, seconds }] of Object.entries(outcomes)) {
    const cells = [`${passed}`.padStart(8), `${failed}`.padStart(8), `${unsteady}`.padStart(10)];
    console.log(`${name.padEnd(14)}${cells.join('')}${`${seconds}`.padStart(9)}`);
  }
  return chosen.every((name) => outcomes[name]?.failed === 0) ? 0 : 1;
}

/** The commit that is checked out, null outside a checkout, and whether its files are as committed. */
async function stateOfCheckout() {
  const head = await git('rev-parse', 'HEAD');
  if (head === undefined) return { commit: null, clean: false };
  return { commit: head, clean: (await git('status', '--porcelain')) === '' };
}

/** @param {string[]} args */
async function git(...args) {
  const { code, output } = await run('git', args).catch(() => ({ code: 1, output: '' }));
  return code === 0 ? output.trim() : undefined;
}

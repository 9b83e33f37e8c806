/**
 * @typedef {object} Counts
 * @property {number} passed
 * @property {number} failed
 * @property {number} [skipped]
 * @property {string} [output] What a failed step said.
 * @property {string[]} [failures] The failed tests, each with the first line of its reason.
 * @property {string} [reason] Why something was skipped.
 * @property {string[]} [notes]
 *
 * @typedef {[title: string, step: () => Promise<Counts>]} Step
 * @typedef {{ passed: number, failed: number, skipped: number }} Totals
 * @typedef {Totals & { failures: string[] }} Outcome
 */

/**
 * Runs named steps one after the other and ends with the names of all failed tests and a plain line of totals. In the place of a step may stand several
 * rows of steps, which run side by side. The exit code is 1 when anything failed or nothing ran.
 *
 * @param {(Step | Step[][])[]} steps
 */
export async function runSteps(steps) {
  const all = [];
  for (const step of steps)
    all.push(...(await (isOne(step) ? runSerially([step]) : sideBySide(step))));
  const totals = sumOf(all);
  // The output of a step may be long: the end alone names all failed tests.
  const failures = all.flatMap((one) => one.failures);
  if (failures.length > 0) console.log(['Failed:', ...failures].join('\n  '));
  console.log(lineOf(totals));
  return totals.failed > 0 || totals.passed === 0 ? 1 : 0;
}

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

/** @param {Totals[]} all */
function sumOf(all) {
  /** @param {keyof Totals} name */
  const sum = (name) => all.reduce((so, one) => so + one[name], 0);
  return { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') };
}

/**
 * @param {Step} step
 * @returns {Promise<Outcome>}
 */
async function runStep([title, step]) {
  const started = Date.now();
  const ran = await step().catch(broken);
  const { passed, failed, skipped = 0, output, reason, failures = [], notes = [] } = ran;
  if (failed > 0) console.error(output);
  const seconds = Math.round((Date.now() - started) / 1000);
  console.log(
    `${failed > 0 ? '✘' : '✔'} ${title}: ${lineOf({ passed, failed, skipped })} (${seconds} s)`,
  );
  if (reason) console.log(`  Skipped: ${title}, because ${reason}`);
  for (const note of notes) console.log(`  ${note}`);
  const named = failed > 0 && failures.length === 0 ? ['see above'] : failures;
  return { passed, failed, skipped, failures: named.map((name) => `${title}: ${name}`) };
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

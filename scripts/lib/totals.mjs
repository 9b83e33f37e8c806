/**
 * @typedef {object} Counts
 * @property {number} passed
 * @property {number} failed
 * @property {number} [skipped]
 * @property {string} [output] What a failed step said.
 * @property {string} [reason] Why something was skipped.
 * @property {string[]} [notes]
 *
 * @typedef {[title: string, step: () => Promise<Counts>]} Step
 */

/**
 * Runs named steps one after the other and ends with a plain line of totals. The exit code is 1 when anything failed or
 * nothing ran.
 *
 * @param {Step[]} steps
 */
export async function runSteps(steps) {
  const totals = { passed: 0, failed: 0, skipped: 0 };
  for (const step of steps) {
    const { passed, failed, skipped } = await runStep(step);
    totals.passed += passed;
    totals.failed += failed;
    totals.skipped += skipped;
  }
  console.log(lineOf(totals));
  return totals.failed > 0 || totals.passed === 0 ? 1 : 0;
}

/** @param {Step} step */
async function runStep([title, step]) {
  const started = Date.now();
  const { passed, failed, skipped = 0, output, reason, notes = [] } = await step().catch(broken);
  if (failed > 0) console.error(output);
  const seconds = Math.round((Date.now() - started) / 1000);
  console.log(
    `${failed > 0 ? '✘' : '✔'} ${title}: ${lineOf({ passed, failed, skipped })} (${seconds} s)`,
  );
  if (reason) console.log(`  Skipped: ${title}, because ${reason}`);
  for (const note of notes) console.log(`  ${note}`);
  return { passed, failed, skipped };
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

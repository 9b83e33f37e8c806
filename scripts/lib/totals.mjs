/**
 * Runs named steps one after the other, each giving `{ passed, failed, skipped?, output?, reason?, notes? }`,
 * and ends with a plain line of totals. Several named steps in one list run side by side, and each is told as it ends.
 * The exit code is 1 when anything failed or nothing ran.
 */
export async function runSteps(steps) {
  const totals = { passed: 0, failed: 0, skipped: 0 };
  for (const step of steps) {
    const together = Array.isArray(step[0]) ? step : [step];
    for (const { passed, failed, skipped } of await Promise.all(together.map(runStep))) {
      totals.passed += passed;
      totals.failed += failed;
      totals.skipped += skipped;
    }
  }
  console.log(lineOf(totals));
  return totals.failed > 0 || totals.passed === 0 ? 1 : 0;
}

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

function lineOf({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

// A step that could not even run is one failure, with its reason in sight.
function broken(error) {
  return { passed: 0, failed: 1, output: error.stack };
}

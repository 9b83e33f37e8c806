import fc from 'fast-check';

/** The timeout of a test with slow draws. */
export const DRAWS_TIMEOUT_MS = 120_000;

// The gate waits for no clock: it takes so many draws, the same in each run.
const GATE_DRAWS = 3;

/**
 * Checks up to `most` draws for some seconds, and at least one: on a busy machine a single draw may take longer. A draw
 * that fails is made shorter as long as there is time.
 */
export async function assertDraws<T>(
  arbitrary: fc.Arbitrary<T>,
  check: (draw: T) => Promise<void>,
  { most = 10, enoughMs = 8_000 } = {},
): Promise<void> {
  if (process.env.TEST_PART === 'gate') {
    const property = fc.asyncProperty(arbitrary, check);
    await fc.assert(property, { numRuns: GATE_DRAWS, endOnFailure: true });
    return;
  }
  const began = performance.now();
  let begun = 0;
  const property = fc.asyncProperty(arbitrary, async (draw) => {
    if (begun++ > 0 && performance.now() - began > enoughMs) return;
    await check(draw);
  });
  await fc.assert(property, { numRuns: most });
}

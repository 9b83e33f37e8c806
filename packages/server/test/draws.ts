import fc from 'fast-check';

const ENOUGH_MS = 8_000;
/** The timeout of a test with slow draws. */
export const DRAWS_TIMEOUT_MS = 120_000;

/** Checks up to ten draws for some seconds, and at least one: on a busy machine a single draw may take longer. */
export async function assertDraws<T>(
  arbitrary: fc.Arbitrary<T>,
  check: (draw: T) => Promise<void>,
): Promise<void> {
  const began = performance.now();
  let checked = 0;
  const isEnough = () => checked > 0 && performance.now() - began > ENOUGH_MS;
  const property = fc.asyncProperty(arbitrary, async (draw) => {
    if (isEnough()) return;
    await check(draw);
    checked++;
  });
  await fc.assert(property, { numRuns: 10, endOnFailure: true });
}

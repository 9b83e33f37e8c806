import fc from 'fast-check';
import { afterAll, beforeAll, test } from 'vitest';
import { startApp, type TestApp } from '../../../../test/build-app.ts';
import { runs } from '../../../../test/kept-model.ts';
import { KeptWorld } from '../../../../test/kept-world.ts';

/** Draws end after so long; a draw that differs is made shorter as long as there is time. */
const ENOUGH_MS = Number(process.env.KEPT_MS ?? 12_000);

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

test(
  'after any run of what people say, answer, edit and delete, of days, holds, rounds, deleted groups and erasures, there is what the rules leave',
  async () => {
    const deadline = performance.now() + ENOUGH_MS;
    let begun = 0;
    const property = fc.asyncProperty(runs, async ({ setting, steps }) => {
      // On a busy machine one is drawn to its end.
      if (begun++ > 0 && performance.now() > deadline) return;
      const world = await KeptWorld.create(app, setting);
      try {
        for (const step of steps) await world.take(step);
        await world.expectCostly();
      } finally {
        await world.close();
      }
    });
    await fc.assert(property, { numRuns: 1_000 });
  },
  ENOUGH_MS + 120_000,
);

import { afterAll, beforeAll, test } from 'vitest';
import { startApp, type TestApp } from '../../../../test/build-app.ts';
import { assertDraws, DRAWS_TIMEOUT_MS } from '../../../../test/draws.ts';
import { runs } from '../../../../test/kept-steps.ts';
import { KeptWorld } from '../../../../test/kept-world.ts';

/** Most runs are short, so more of them are drawn. */
const LIMITS = { most: 1_000, enoughMs: Number(process.env.KEPT_MS ?? 12_000) };

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

test(
  'after any run of what people say, answer, edit and delete, of days, holds, rounds, deleted groups and erasures, there is what the rules leave',
  () =>
    assertDraws(
      runs,
      async ({ setting, steps }) => {
        const world = await KeptWorld.create(app, setting);
        try {
          for (const step of steps) await world.take(step);
          await world.expectCostly();
        } finally {
          await world.close();
        }
      },
      LIMITS,
    ),
  LIMITS.enoughMs + DRAWS_TIMEOUT_MS,
);

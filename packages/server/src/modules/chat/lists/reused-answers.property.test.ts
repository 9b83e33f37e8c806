import { afterAll, beforeAll, test } from 'vitest';
import { startApp, type TestApp } from '../../../../test/build-app.ts';
import { assertDraws, DRAWS_TIMEOUT_MS } from '../../../../test/draws.ts';
import { ReusedWorld, rounds } from '../../../../test/reused-world.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

test(
  'after any run of writes and reads at once, a page and a list are those that are read anew',
  () =>
    assertDraws(rounds, async (run) => {
      const world = await ReusedWorld.create([app]);
      for (const round of run) {
        await Promise.all(round.map((step) => world.take(step)));
        await world.compare();
      }
    }),
  DRAWS_TIMEOUT_MS,
);

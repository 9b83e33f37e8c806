import { afterAll, beforeAll, test } from 'vitest';
import { assertDraws, DRAWS_TIMEOUT_MS } from '../../../../test/draws.ts';
import { type Processes, startProcesses } from '../../../../test/processes.ts';
import { ReusedWorld, rounds } from '../../../../test/reused-world.ts';

let processes: Processes;
beforeAll(async () => {
  processes = await startProcesses();
});
afterAll(() => processes.close());

test(
  'what one process keeps is never older than what the other, or both, have written',
  () =>
    assertDraws(rounds, async (run) => {
      const world = await ReusedWorld.create([processes.one, processes.other]);
      for (const round of run) {
        await Promise.all(round.map((step) => world.take(step)));
        await world.compare();
      }
    }),
  DRAWS_TIMEOUT_MS,
);

import { afterAll, beforeAll, test } from 'vitest';
import { DRAWS_TIMEOUT_MS } from '../../../../test/draws.ts';
import { type Processes, startProcesses } from '../../../../test/processes.ts';
import { assertAsReadAnew } from '../../../../test/reused-world.ts';

let processes: Processes;
beforeAll(async () => {
  processes = await startProcesses();
});
afterAll(() => processes.close());

test(
  'what one process keeps is never older than what the other, or both, have written',
  () => assertAsReadAnew(() => [processes.one, processes.other]),
  DRAWS_TIMEOUT_MS,
);

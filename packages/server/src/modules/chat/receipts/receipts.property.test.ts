import { afterAll, beforeAll, test } from 'vitest';
import { startApp, type TestApp } from '../../../../test/build-app.ts';
import { registerPerson } from '../../../../test/cast.ts';
import type { Client } from '../../../../test/client.ts';
import { assertDraws, DRAWS_TIMEOUT_MS } from '../../../../test/draws.ts';
import { PEOPLE, steps } from '../../../../test/receipts-steps.ts';
import { ReceiptsWorld } from '../../../../test/receipts-world.ts';
import type { LiveClient } from '../../../../test/socket-client.ts';

let app: TestApp;
let people: Client[];
let live: LiveClient[];
beforeAll(async () => {
  app = await startApp();
  people = await Promise.all(PEOPLE.map((name) => registerPerson(app, name)));
  live = await Promise.all(people.map((person) => person.connect()));
});
afterAll(async () => {
  for (const socket of live) socket.close();
  await app.close();
});

test(
  'after any run of sends, marks, comings, goings, blocks, deletions and removals by age, ticks and counters are those counted from scratch',
  () =>
    assertDraws(steps, async (run) => {
      const world = await ReceiptsWorld.create({ app, people, live });
      for (const step of run) await world.take(step);
      await world.expectModel();
      await world.close();
    }),
  DRAWS_TIMEOUT_MS,
);

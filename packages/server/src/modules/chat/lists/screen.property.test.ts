import { required } from '@chat/contract/checks';
import fc from 'fast-check';
import { afterAll, beforeAll, test } from 'vitest';
import { startApp, type TestApp } from '../../../../test/build-app.ts';
import { registerPerson } from '../../../../test/cast.ts';
import type { Client } from '../../../../test/client.ts';
import { assertDraws, DRAWS_TIMEOUT_MS } from '../../../../test/draws.ts';
import { ANA, PEOPLE, step } from '../../../../test/screens-steps.ts';
import { ScreensWorld } from '../../../../test/screens-world.ts';

let app: TestApp;
let people: Client[];
let anaToo: Client;
beforeAll(async () => {
  app = await startApp();
  people = await Promise.all(PEOPLE.map((name) => registerPerson(app, name)));
  anaToo = await app.signIn(required(people[ANA], 'Ana').email);
});
afterAll(() => app.close());

test(
  'after any run of what people do, every screen shows what a fresh fetch gives',
  () =>
    assertDraws(fc.array(step, { minLength: 15, maxLength: 60, size: 'max' }), async (run) => {
      const world = await ScreensWorld.create({ app, people, anaToo });
      try {
        for (const step of run) await world.take(step);
        await world.end();
      } finally {
        world.close();
      }
    }),
  DRAWS_TIMEOUT_MS,
);

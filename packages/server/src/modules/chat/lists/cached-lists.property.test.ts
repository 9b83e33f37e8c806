import { afterAll, beforeAll, test } from 'vitest';
import { startApp, type TestApp } from '../../../../test/build-app.ts';
import { DRAWS_TIMEOUT_MS } from '../../../../test/draws.ts';
import { assertAsReadAnew } from '../../../../test/reused-world.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

test(
  'after any run of writes and reads at once, a page and a list are those that are read anew',
  () => assertAsReadAnew(() => [app]),
  DRAWS_TIMEOUT_MS,
);

import { test as base } from '@playwright/test';
import { type Administration, administrationOf } from './administration.ts';
import { type RunningServer, startServer } from './server.ts';

interface Shared {
  /** One server for all tests of a worker; a test that stops or configures it starts one of its own. */
  server: RunningServer;
  administration: Administration;
}

interface Own {
  /** Closes what people have open once the test is over: pages that live on slow down all that follow. */
  closesBrowsers: undefined;
}

/** For tests that start a server of their own. */
export const bareTest = base.extend<Own>({
  closesBrowsers: [
    async ({ browser }, use) => {
      await use(undefined);
      await Promise.all(browser.contexts().map((context) => context.close()));
    },
    { auto: true },
  ],
});

export const test = bareTest.extend<object, Shared>({
  server: [
    // Playwright reads from the pattern what a fixture needs; this one needs nothing of what it names.
    async ({ browserName: _ }, use) => {
      const server = await startServer();
      await use(server);
      await server.remove();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  administration: [
    async ({ server }, use) => use(await administrationOf(server.url)),
    { scope: 'worker' },
  ],
  baseURL: async ({ server }, use) => use(server.url),
});

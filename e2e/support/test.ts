import { test as base } from '@playwright/test';
import { startChromium } from '../browsers/support/chromium.ts';
import type { Driver } from '../browsers/support/driver.ts';
import { startFirefox } from '../browsers/support/firefox.ts';
import { startWebKit } from '../browsers/support/webkit.ts';
import { type Administration, administrationOf } from './administration.ts';
import { type RunningServer, startServer } from './server.ts';

export type Engine = 'chromium' | 'firefox' | 'webkit';

export interface EngineOption {
  engine: Engine;
}

/**
 * What a worker has once, started when a test first asks for it. All of it stands here: Playwright gives tests with other
 * fixtures of this kind a new worker, with its own browser and server.
 */
interface Shared extends EngineOption {
  /** One server for all tests of a worker; a test that stops or configures it starts one of its own. */
  server: RunningServer;
  administration: Administration;
  /** One browser for all tests of a worker, of the kind that the project names. */
  driver: Driver;
}

interface Own {
  /** Closes what people have open once the test is over: pages that live on slow down all that follow. */
  closesBrowsers: undefined;
}

export const test = base.extend<Own, Shared>({
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
  engine: ['chromium', { option: true, scope: 'worker' }],
  driver: [
    async ({ engine, launchOptions }, use) => {
      const starts = {
        chromium: () => startChromium(launchOptions),
        firefox: startFirefox,
        webkit: startWebKit,
      };
      const driver = await starts[engine]();
      await use(driver);
      await driver.close();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ server }, use) => use(server.url),
  closesBrowsers: [
    async ({ browser }, use) => {
      await use(undefined);
      await Promise.all(browser.contexts().map((context) => context.close()));
    },
    { auto: true },
  ],
});

/** For tests that start a server of their own. */
export const bareTest = test.extend({ baseURL: undefined });

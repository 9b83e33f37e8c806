import { type Browser, test as base } from '@playwright/test';
import { startChromium } from '../browsers/support/chromium.ts';
import type { Driver } from '../browsers/support/driver.ts';
import { startFirefox } from '../browsers/support/firefox.ts';
import { startWebKit } from '../browsers/support/webkit.ts';
import { type Administration, administrationOf } from './administration.ts';
import { borrowServer, giveUpServer } from './lent-servers.ts';
import type { RunningServer } from './server.ts';

export type Engine = 'chromium' | 'firefox' | 'webkit';

export interface EngineOption {
  engine: Engine;
}

/**
 * Fixtures that a worker has once, started when a test first asks for them. All of them are declared here: Playwright
 * gives tests with other worker fixtures a new worker, with its own browser and server.
 */
interface Shared extends EngineOption {
  /** One server for all tests of a worker and those that follow it; a test that configures a server starts its own. */
  server: RunningServer;
  administration: Administration;
  /** One browser for all tests of a worker, of the project's kind. */
  driver: Driver;
}

/** The fixtures that bring people to their browsers, for a function that sets a test's scene. */
export interface Stage {
  browser: Browser;
  server: RunningServer;
  administration: Administration;
}

interface Own {
  /** Closes people's browsers after the test: open pages would slow down all later tests. */
  closesBrowsers: undefined;
}

export const test = base.extend<Own, Shared>({
  server: [
    // Playwright reads the needed fixtures from the pattern; this fixture needs none of the named ones.
    async ({ browserName: _ }, use, { parallelIndex }) => use(await borrowServer(parallelIndex)),
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
    async ({ browser }, use, info) => {
      await use(undefined);
      await Promise.all(browser.contexts().map((context) => context.close()));
      // A failure may leave anything behind: the worker that follows gets a new server too.
      if (info.status !== info.expectedStatus) await giveUpServer(info.parallelIndex);
    },
    { auto: true },
  ],
});

/** For tests that start their own server. */
export const bareTest = test.extend({ baseURL: undefined });

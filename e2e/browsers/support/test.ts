import type { Group, Person } from '../../support/administration.ts';
import { type Network, openNetwork } from '../../support/network.ts';
import { test as base } from '../../support/test.ts';
import { startChromium } from './chromium.ts';
import type { Driver } from './driver.ts';
import { startFirefox } from './firefox.ts';
import { type Hands, handsOf } from './hands.ts';
import { startWebKit } from './webkit.ts';

export type Engine = 'chromium' | 'firefox' | 'webkit';

export interface EngineOption {
  engine: Engine;
}

interface Shared extends EngineOption {
  /** One browser for all tests of a worker, of the kind that the project names. */
  driver: Driver;
}

interface Own {
  /** An address of its own for each test, so that nothing is left there of another: neither storage nor a service worker. */
  network: Network;
  hands: Hands;
  /** Two of one group. */
  team: { ana: Person; bruno: Person; group: Group };
}

export const test = base.extend<Own, Shared>({
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
  network: async ({ server }, use) => {
    const network = await openNetwork(server.url);
    await use(network);
    await network.close();
  },
  hands: async ({ driver, network }, use) => {
    await use(handsOf(driver, network.url));
    // What lives on there would go on asking for its server.
    await driver.open('about:blank');
  },
  team: async ({ administration }, use) => {
    const group = await administration.registerGroup('equipo');
    const ana = await administration.registerUser('ana', [group]);
    const bruno = await administration.registerUser('bruno', [group]);
    await use({ ana, bruno, group });
  },
});

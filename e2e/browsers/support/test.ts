import type { Group, Person } from '../../support/administration.ts';
import { type Network, openNetwork } from '../../support/network.ts';
import { test as base } from '../../support/test.ts';
import { type Hands, handsOf } from './hands.ts';

interface Own {
  /** Each test has an address of its own, so that it sees no storage and no service worker of another test. */
  network: Network;
  hands: Hands;
  /** Two people of one group. */
  team: { ana: Person; bruno: Person; group: Group };
}

export const test = base.extend<Own>({
  network: async ({ server }, use) => {
    const network = await openNetwork(server.url);
    await use(network);
    await network.close();
  },
  hands: async ({ driver, network }, use) => {
    await use(handsOf(driver, network.url));
    // A page left open would go on calling its server.
    await driver.open('about:blank');
  },
  team: async ({ administration }, use) => {
    const group = await administration.registerGroup('equipo');
    const ana = await administration.registerUser('ana', [group]);
    const bruno = await administration.registerUser('bruno', [group]);
    await use({ ana, bruno, group });
  },
});

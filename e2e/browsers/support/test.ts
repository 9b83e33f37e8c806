import type { Group, Person } from '../../support/administration.ts';
import { type Network, openNetwork } from '../../support/network.ts';
import { test as base } from '../../support/test.ts';
import { type Hands, handsOf } from './hands.ts';

interface Own {
  /** An address of its own for each test, so that nothing is left there of another: neither storage nor a service worker. */
  network: Network;
  hands: Hands;
  /** Two of one group. */
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

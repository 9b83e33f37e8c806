import { afterAll, beforeAll, expect, test } from 'vitest';
import { createInstallation, type Installation } from '../../../../test/installation.ts';
import { administratorOf, launchServer } from '../../../../test/own-process.ts';
import { admin } from '../../../commands/admin.ts';

const patiently = { timeout: 180_000 };
const ROUNDS = 3;

let place: Installation;
beforeAll(async () => {
  place = await createInstallation({ database: 'migrated' });
}, patiently.timeout);
afterAll(() => place.remove());

const launch = () => launchServer({ dataDir: place.dataDir, settings: place.settings });

/** Signs in and searches, each of which is an entry, until the server is killed in the midst of it. */
async function actAndKill(round: number): Promise<void> {
  const server = launch();
  const elena = await administratorOf(server);
  let answered = 0;
  const act = async () => {
    for (;;) {
      const search = `ronda ${round} ${crypto.randomUUID()}`;
      const { status } = await elena.request(
        'GET',
        `/chats/search?q=${encodeURIComponent(search)}`,
      );
      if (status === 200) answered++;
      // At another moment of the chain's second each time.
      if (answered === 30 + 17 * round) void server.stop('SIGKILL');
    }
  };
  await Promise.allSettled(Array.from({ length: 4 }, act));
  await server.ended;
  await place.forgetKilled();
}

test(
  'a server killed at any moment leaves a chain that is whole, and the next start chains the rest',
  patiently,
  async () => {
    for (let round = 0; round < ROUNDS; round++) await actAndKill(round);
    expect((await place.run(admin, 'audit', 'verify')).code).toBe(0);
    const server = launch();
    await administratorOf(server);
    const left = async () => {
      const { said } = await place.run(admin, 'audit', 'export');
      return said
        .split('\n')
        .filter((line) => JSON.parse(line).hash === null && !line.includes('AUDIT_EXPORTED'))
        .length;
    };
    await expect.poll(left).toBe(0);
    const { code, said } = await place.run(admin, 'audit', 'verify');
    expect(code).toBe(0);
    expect(Number(/Asientos: (\d+)/.exec(said)?.[1])).toBeGreaterThan(100);
    await server.stop();
  },
);

import { afterAll, beforeAll, expect, test } from 'vitest';
import { importCsv, manyPeople } from '../../../../test/csv.ts';
import { createInstallation, type Installation } from '../../../../test/installation.ts';
import { administratorOf, launchServer } from '../../../../test/own-process.ts';

const PEOPLE = 5_000;
const patiently = { timeout: 120_000 };

let place: Installation;
beforeAll(async () => {
  place = await createInstallation({ database: 'migrated' });
}, patiently.timeout);
afterAll(() => place.remove());

const launch = () => launchServer({ dataDir: place.dataDir, settings: place.settings });

/** All that an import writes to, and how many rows there are. */
async function countRows(): Promise<unknown> {
  const counts: unknown[] = [];
  await place.onDatabase(async (client) => {
    const { rows } = await client.query(`
      select (select count(*) from users) as users,
        (select count(*) from group_participants) as participants,
        (select sum(participants_count) from groups) as counted,
        (select count(*) from chat_members) as members,
        (select count(*) from invitations) as invitations,
        (select count(*) from audit_events
          where action in ('USER_CREATED', 'PARTICIPANT_ADDED', 'USERS_IMPORTED')) as acts`);
    counts.push(...rows);
  });
  return counts;
}

test(
  'an import whose process is killed in the middle has written nothing, and the next one works',
  patiently,
  async () => {
    const first = launch();
    await administratorOf(first);
    await first.stop();
    const before = await countRows();

    const server = launch();
    const elena = await administratorOf(server);
    const live = await elena.connect();
    live.socket.on('import:progress', ({ done, total }) => {
      if (done > total / 2) void server.stop('SIGKILL');
    });
    const killed = importCsv(elena, manyPeople(PEOPLE), { invite: '1' });
    await expect(killed).rejects.toThrow();
    await server.ended;
    live.close();
    await place.forgetKilled();
    expect(await countRows()).toEqual(before);

    const next = launch();
    const reply = await importCsv(await administratorOf(next), manyPeople(PEOPLE));
    expect([reply.status, reply.content.created]).toEqual([201, PEOPLE]);
    await next.stop();
  },
);

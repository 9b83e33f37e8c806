import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createInstallation, type Installation } from '../../test/installation.ts';
import { goOnTo, older, upTo } from '../../test/older-data.ts';
import { migrateWithin, readMigrations } from './migrate.ts';
import { beginTransfer, digestOf, findTables, readRows, type Table } from './transfer/tables.ts';

const patiently = { timeout: 120_000 };
const migrations = await readMigrations();
// Columns whose values migrations change: connections are no lasting data, and status and first device have moved to
// other tables. Tests below check the detected file types.
const CHANGED: Record<string, string[]> = {
  users: ['connected_to', 'connections', 'connection_status', 'first_device_at'],
  files: ['media_type', 'width', 'height'],
};
// Tables of older versions that are gone: the messages have all words of the search, and what hours withhold is noted.
const GONE = ['search_words', 'search_lost_words', 'push_hours'];
const dataOf = (table: Table): Table => ({
  ...table,
  columns: table.columns.filter(({ name }) => !CHANGED[table.name]?.includes(name)),
});

const digestsOf = async (client: pg.ClientBase, tables: Table[]) => {
  const digests = [];
  for (const table of tables) digests.push([table.name, await digestOf(readRows(client, table))]);
  return digests;
};

const BEFORE_FIRST_DEVICES = '0003-create-chats.sql';

/** People whose device is older than the table of device owners are in the table. */
async function expectFirstDevices(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query(
    'select u.email from device_owners o join users u on u.id = o.user_id',
  );
  expect(rows).toEqual([{ email: older.elena.email }]);
}

/** Nobody is connected to processes that no longer run: both people are DISCONNECTED. */
async function expectStatuses(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query(`
    select u.email, c.status, c.connections
    from user_connections c join users u on u.id = c.user_id order by u.email`);
  const lost = { status: 'DISCONNECTED', connections: [] };
  expect(rows).toEqual([
    { email: older.ana.email, ...lost },
    { email: older.elena.email, ...lost },
  ]);
}

const WITH_PARTICIPANTS = '0002-create-organisation.sql';

/** Participants from before the participant count are counted. */
async function expectParticipantsCounted(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query('select name, participants_count from groups');
  expect(rows).toEqual([{ name: 'Ventas', participants_count: 1 }]);
}

const BEFORE_KEPT_UNREAD = '0013-senders-are-members.sql';

/** Direct chats from before the stored unread count have one, and their unseen deletions are known. */
async function expectUnreadKept(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query(`
    select u.email, k.messages::int,
      (select json_agg(d.seq) from unseen_deletions d where d.user_id = u.id) as deleted
    from direct_unread k join users u on u.id = k.user_id order by u.email`);
  expect(rows).toEqual([
    { email: older.ana.email, messages: 3, deleted: [3] },
    { email: older.elena.email, messages: 0, deleted: null },
  ]);
}

const WITH_FILES = '0005-create-files.sql';

/** Files named as images that are none lose the image type; all other files keep their type. */
async function expectOnlyPicturesNamedSo(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query({
    text: 'select name, media_type, width, height from files order by name collate "C"',
    rowMode: 'array',
  });
  expect(rows).toEqual([
    ['GIF es.txt', 'application/octet-stream', null, null],
    ['antiguo.bmp', 'image/bmp', null, null],
    ['del revés.bmp', 'application/octet-stream', null, null],
    ['foto.png', 'image/png', 900, 600],
    ['gigante.png', 'image/png', 60_000, 60_000],
    ['hoja.pdf', 'application/pdf', null, null],
    ['notas.txt', 'application/octet-stream', null, null],
    ['plano.bmp', 'image/bmp', 80, 30],
  ]);
}

async function expectBroughtUp(client: pg.ClientBase, from: string): Promise<void> {
  await expectStatuses(client);
  if (from === BEFORE_FIRST_DEVICES) await expectFirstDevices(client);
  if (from >= WITH_PARTICIPANTS) await expectParticipantsCounted(client);
  if (from === BEFORE_KEPT_UNREAD) await expectUnreadKept(client);
  if (from >= WITH_FILES) await expectOnlyPicturesNamedSo(client);
}

describe('data of every version so far are brought up to date', () => {
  let place: Installation;
  beforeAll(async () => {
    place = await createInstallation({ database: 'bare' });
  });
  afterAll(() => place.remove());

  test(
    'from each migration to the last, with nothing that was there changed',
    patiently,
    async () => {
      await place.onDatabase(async (client) => {
        await beginTransfer(client, '');
        for (const { name } of migrations) {
          await goOnTo(client, name);
          await client.query('savepoint older');
          const found = await findTables(client);
          const tables = found.filter(({ name }) => !GONE.includes(name)).map(dataOf);
          const before = await digestsOf(client, tables);
          await migrateWithin(client);
          expect([name, await digestsOf(client, tables)]).toEqual([name, before]);
          await expectBroughtUp(client, name);
          await client.query('rollback to savepoint older');
        }
        await client.query('rollback');
      });
    },
  );
});

test('what processes of before versions had names left wrong is put right', patiently, async () => {
  const place = await createInstallation({ database: 'bare' });
  await place.onDatabase(async (client) => {
    await beginTransfer(client, '');
    for (const { name } of upTo('0052-draw-what-was-not.sql')) await goOnTo(client, name);
    await client.query(`
      delete from unseen_deletions;
      update direct_unread set messages = 7;
      insert into search_messages (message_id, chat_id, created_at, words, forms)
        select id, chat_id, created_at, 'hola', '' from messages limit 1;
      insert into search_progress values (true, 9, 4, '[]', 4, 0, 0)`);
    await migrateWithin(client);
    await expectUnreadKept(client);
    const { rows } = await client.query('select version from search_progress');
    expect(rows).toEqual([{ version: 0 }]);
    await client.query('rollback');
  });
  await place.remove();
});

import { getPersonalChat } from '@chat/contract/chats/chats.routes';
import { deleteMessage } from '@chat/contract/messages/messages.routes';
import { required } from '@chat/contract/shared/required';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../../test/build-app.ts';
import { type Cast, gatherCast, sendText } from '../../../test/cast.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { untilIndexed, wordsOf } from '../../../test/search-index.ts';
import { draftsBy } from '../../../test/sends.ts';
import { type Database, sql } from '../../db/database.ts';
import { insertMessages } from '../chat/store/insert-messages.queries.ts';
import { entryOf } from './index-entry.ts';
import { findMessage, lockIndexing, upsertEntries } from './search-index.queries.ts';
import { findProgress } from './search-progress.queries.ts';

let database: TestDatabase;
let elsewhere: Database;
let app: TestApp;
let cast: Cast;
beforeAll(async () => {
  database = await createTestDatabase();
  elsewhere = database.open();
  app = await startApp({ databaseUrl: process.env.TEST_DATABASE_URL }, { database });
  cast = await gatherCast(app);
});
afterAll(async () => {
  await elsewhere.close();
  await app.close();
});

const words = (uuid: string) => wordsOf(app.ctx.db, uuid);
async function send(content: string): Promise<string> {
  const [sent] = (await sendText(cast.ana, cast.ventasChat, content)).content;
  return required(sent, 'sent').uuid;
}
const waitingForLocks = async () => {
  const { count } = await app.ctx.db.one<{ count: number }>(sql`
    select count(*) as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`);
  return count;
};

test('a message that is committed after others with higher ids is indexed, however late', async () => {
  const own = (await cast.bruno.call(getPersonalChat, {})).content.uuid;
  const draft = (await draftsBy(elsewhere, cast.bruno, own))({ content: 'el rezagado' });
  await elsewhere.transaction(async (tx) => {
    await insertMessages(tx, [draft]);
    // Read by two batches, and so by all that come before the end of this.
    for (const content of ['adelantado', 'adelantado otra vez']) {
      const uuid = await send(content);
      await expect.poll(() => words(uuid)).toBeDefined();
    }
    expect((await findProgress(app.ctx.db)).gaps).toHaveLength(1);
  });
  await expect.poll(() => words(draft.uuid)).toBe(' el rezagado ');
});

test('ids that no message will ever have are waited for no longer than those who could have drawn them', async () => {
  const own = (await cast.carla.call(getPersonalChat, {})).content.uuid;
  const draft = (await draftsBy(elsewhere, cast.carla, own))({});
  const lost = elsewhere.transaction(async (tx) => {
    await insertMessages(tx, [draft]);
    throw new Error('rolled back');
  });
  await expect(lost).rejects.toThrow('rolled back');
  const uuid = await send('después del hueco');
  await expect.poll(() => words(uuid)).toBeDefined();
  await expect.poll(async () => (await findProgress(app.ctx.db)).gaps).toEqual([]);
});

test('a text that is taken away while it is being indexed stays out of the index', async () => {
  const uuid = await send('leído y borrado');
  await untilIndexed(app.ctx.db);
  const { id } = await app.ctx.db.one<{ id: number }>(
    sql`select id from messages where uuid = ${uuid}`,
  );
  let deleting: Promise<unknown> = Promise.resolve();
  await elsewhere.transaction(async (tx) => {
    expect(await lockIndexing(tx)).toBe(true);
    const read = required(await findMessage(tx, id), 'source message');
    const params = { chatId: cast.ventasChat, messageId: uuid };
    deleting = cast.elena.call(deleteMessage, { params });
    await expect.poll(waitingForLocks).toBeGreaterThan(0);
    await upsertEntries(tx, [entryOf(read)]);
  });
  await deleting;
  expect(await words(uuid)).toBeUndefined();
});

test('while texts are being taken away, none is read for the index, and sends go on', async () => {
  const before = await send('antes de la limpieza');
  await untilIndexed(app.ctx.db);
  let sent = '';
  await elsewhere.transaction(async (tx) => {
    await tx.run(sql`select pg_advisory_xact_lock(4519007)`);
    sent = await send('durante la limpieza');
    await expect.poll(waitingForLocks).toBeGreaterThan(0);
    expect(await words(before)).toBeDefined();
    expect(await words(sent)).toBeUndefined();
  });
  await expect.poll(() => words(sent)).toBe(' durante la limpieza ');
});

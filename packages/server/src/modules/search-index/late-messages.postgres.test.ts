import { getPersonalChat } from '@chat/contract/chats';
import { required } from '@chat/contract/checks';
import { deleteMessage } from '@chat/contract/messages';
import { editMessage } from '@chat/contract/writing';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../../test/build-app.ts';
import { type Cast, gatherCast, sendText } from '../../../test/cast.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { untilIndexed, wordsOf } from '../../../test/search-index.ts';
import { draftsBy } from '../../../test/sends.ts';
import { type Database, sql } from '../../db/database.ts';
import { insertMessages } from '../chat/store/insert-messages.queries.ts';
import { entryOf } from './index-entry.ts';
import {
  findMessage,
  lockIndexing,
  lockTexts,
  lockTextsAlone,
  upsertEntries,
} from './search-index.queries.ts';
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
/** The transactions under way that had begun to write before this one. */
const older = (transaction: number) =>
  app.ctx.db.many(sql`
    select datname, state, query from pg_stat_activity
    where backend_xid is not null and backend_xid::text::bigint < ${transaction}`);
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
    // The transaction stays open during two batches, and so during every batch before its end.
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
  const gaps = async () => (await findProgress(app.ctx.db)).gaps;
  // Transactions of other databases count, too: those of other tests, which may take minutes.
  const [{ until } = { until: 0 }] = await gaps();
  await expect.poll(() => older(until), { timeout: 240_000 }).toEqual([]);
  await expect.poll(gaps).toEqual([]);
}, 300_000);

describe('a text that is being written in the index', () => {
  let uuid: string;
  let id: number;
  beforeEach(async () => {
    uuid = await send('leído para el índice');
    await untilIndexed(app.ctx.db);
    ({ id } = await app.ctx.db.one<{ id: number }>(
      sql`select id from messages where uuid = ${uuid}`,
    ));
  });
  const remove = () =>
    cast.elena.call(deleteMessage, { params: { chatId: cast.ventasChat, messageId: uuid } });

  /** Imitates a process that has read the message before `meanwhile` and writes it afterwards. */
  const writeAfter = (meanwhile: () => Promise<unknown>) =>
    elsewhere.transaction(async (tx) => {
      expect(await lockIndexing(tx)).toBe(true);
      const read = required(await findMessage(tx, id), 'source message');
      await meanwhile();
      await lockTextsAlone(tx);
      await upsertEntries(tx, [entryOf(read)]);
    });

  test('and was removed since it was read stays out of it', async () => {
    await writeAfter(remove);
    expect(await words(uuid)).toBeUndefined();
  });

  test('and was edited since it was read is there as it says now', async () => {
    const params = { messageId: uuid };
    await writeAfter(() => cast.ana.call(editMessage, { params, body: { content: 'corregido' } }));
    expect(await words(uuid)).toBe(' corregido ');
  });

  test('and got other mentions since it was read is there', async () => {
    await app.ctx.db.run(sql`delete from search_messages where message_id = ${id}`);
    const params = { messageId: uuid };
    const body = { content: 'leído para el índice', mentionedUserIds: [cast.bruno.uuid] };
    await writeAfter(() => cast.ana.call(editMessage, { params, body }));
    expect(await words(uuid)).toBe(' leido para el indice ');
  });

  test('is removed once that is done', async () => {
    let removing: Promise<unknown> = Promise.resolve();
    await elsewhere.transaction(async (tx) => {
      const read = required(await findMessage(tx, id), 'source message');
      await lockTextsAlone(tx);
      await upsertEntries(tx, [entryOf(read)]);
      removing = remove();
      await expect.poll(waitingForLocks).toBeGreaterThan(0);
    });
    await removing;
    expect(await words(uuid)).toBeUndefined();
  });
});

test('those who edit do not wait for each other', async () => {
  const params = { messageId: await send('sin corregir') };
  // The indexer would wait for the one, and the other for the indexer.
  await untilIndexed(app.ctx.db);
  await elsewhere.transaction(async (tx) => {
    await lockTexts(tx);
    const { status } = await cast.ana.call(editMessage, { params, body: { content: 'ya' } });
    expect(status).toBe(200);
  });
});

test('while texts are being taken away, none is read for the index, and sends go on', async () => {
  const before = await send('antes de la limpieza');
  await untilIndexed(app.ctx.db);
  let sent = '';
  await elsewhere.transaction(async (tx) => {
    await lockTexts(tx);
    sent = await send('durante la limpieza');
    await expect.poll(waitingForLocks).toBeGreaterThan(0);
    expect(await words(before)).toBeDefined();
    expect(await words(sent)).toBeUndefined();
  });
  await expect.poll(() => words(sent)).toBe(' durante la limpieza ');
});

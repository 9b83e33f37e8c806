import { listChats, listGroupChats } from '@chat/contract/chats';
import { firstOf, required } from '@chat/contract/checks';
import { listOwnGroups } from '@chat/contract/groups';
import { deleteMessage, listMessages, reactToMessage } from '@chat/contract/messages';
import { replyToMessage } from '@chat/contract/writing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../../../test/build-app.ts';
import {
  type Cast,
  createGroupOf,
  directChatOf,
  gatherCast,
  sendText,
} from '../../../../test/cast.ts';
import { explain, noteStatements } from '../../../../test/plans.ts';
import { type Db, type Sql, sql } from '../../../db/database.ts';

let app: TestApp;
let cast: Cast;
beforeAll(async () => {
  app = await startApp();
  cast = await gatherCast(app);
  // The indexer's timer would run statements of its own.
  await app.ctx.indexer.close();
  await fillElsewhere(app.ctx.db);
});
afterAll(() => app.close());

/** Fifteen thousand messages in chats that no test reads, each chat far longer than a page. */
async function fillElsewhere(db: Db): Promise<void> {
  await db.run(sql`
    insert into chats (uuid, kind, hash, low_user_id, last_seq)
    select gen_random_uuid(), 'PERSONAL', 'elsewhere-' || n, (select min(id) from users), 3000
    from generate_series(1, 5) as n`);
  await db.run(sql`
    insert into chat_members (chat_id, user_id)
    select id, low_user_id from chats where hash like 'elsewhere-%'`);
  await db.run(sql`
    insert into messages (chat_id, seq, uuid, sender_id, type, content)
    select c.id, seq, gen_random_uuid(), c.low_user_id, 'TEXT', 'Dicho en otra parte'
    from chats c, generate_series(1, 3000) as seq where c.hash like 'elsewhere-%'`);
  await db.run(sql`analyze chats, messages`);
}

/** Every kind of page. */
const pagesFrom = (messageId: string) => [
  {},
  { page: '2' },
  { before: messageId },
  { after: messageId },
  { around: messageId },
  { aroundSeq: '1' },
];

async function scansAllMessages(db: Db, statement: Sql): Promise<boolean> {
  return (await explain(db, statement)).some(
    (node) => node['Node Type'] === 'Seq Scan' && node['Relation Name'] === 'messages',
  );
}

test('a search through every message is told from one that finds its own', async () => {
  const { db } = app.ctx;
  const byText = sql`select from messages where content = ${'Hola'}`;
  const byPlace = sql`select from messages where chat_id = ${1} and seq = ${1}`;
  expect(await scansAllMessages(db, byText)).toBe(true);
  expect(await scansAllMessages(db, byPlace)).toBe(false);
});

test('nothing that people do all day reads messages one after the other to find its own', async () => {
  const { ana, bruno, elena, ventas, ventasChat } = cast;
  const chatId = await directChatOf(ana, bruno, ventas);
  const live = await bruno.connect();
  const statements = noteStatements(app.ctx.db);
  const [first] = (await sendText(ana, chatId, 'Hola')).content;
  const messageId = required(first, 'first').uuid;
  await sendText(ana, ventasChat, 'Buenos días a todos');
  await bruno.call(replyToMessage, { params: { messageId }, body: { content: 'Hola, Ana' } });
  await bruno.call(reactToMessage, { params: { messageId }, body: { emoji: '👍' } });
  await live.emit('seen', { chatId });
  for (const query of pagesFrom(messageId)) {
    await bruno.call(listMessages, { params: { chatId }, query });
  }
  await bruno.call(listGroupChats, { params: { groupId: ventas.uuid } });
  await bruno.call(listOwnGroups, {});
  await elena.call(listChats, {});
  await elena.call(deleteMessage, { params: { chatId, messageId } });
  const said = statements();
  live.close();
  expect(said.length).toBeGreaterThan(8);
  for (const statement of said) {
    expect(await scansAllMessages(app.ctx.db, statement), statement.text).toBe(false);
  }
});

/** Returns the statements that PostgreSQL plans anew each time, on one connection. */
function plannedEachTime(statements: Sql[]): Promise<string[]> {
  // A text of its own is a prepared statement of its own. The connection may have executed the same text before, when
  // `messages` was a page shorter: PostgreSQL compares a plan's cost with the lower costs of that time too.
  const fresh = statements.map((statement) => sql`${statement} -- fresh`);
  return app.ctx.db.transaction(async (tx) => {
    for (const statement of fresh) {
      // In the first five executions PostgreSQL tries whether a plan for the values is worth its cost.
      for (let time = 1; time <= 6; time++) await tx.many(statement);
    }
    const kept = await tx.many<{ statement: string }>(sql`
      select statement from pg_prepared_statements where generic_plans > 0`);
    const texts = new Set(kept.map(({ statement }) => statement));
    return fresh.map(({ text }) => text).filter((text) => !texts.has(text));
  });
}

test('a page of messages is planned once for a connection, not each time it is read', async () => {
  const { ana, ventasChat } = cast;
  const [first] = (await sendText(ana, ventasChat, 'Orden del día')).content;
  const messageId = required(first, 'first').uuid;
  // Waits until all effects of the send are written.
  await app.ctx.receipts.flush();
  const statements = noteStatements(app.ctx.db);
  for (const query of pagesFrom(messageId)) {
    await ana.call(listMessages, { params: { chatId: ventasChat }, query });
  }
  const said = statements();
  expect(said.length).toBe(6);
  expect(await plannedEachTime(said)).toEqual([]);
});

test('a chat list, what is seen and the facts of a chat are planned once for a connection', async () => {
  const { ana, bruno, ventas, ventasChat } = cast;
  const live = await bruno.connect();
  const statements = noteStatements(app.ctx.db, /my_seen_seq|own_version|as mark \(|as asked \(/);
  // This process knows nothing of a new chat.
  const chatId = await directChatOf(ana, bruno, await createGroupOf(app, 'Compras', [ana, bruno]));
  await sendText(ana, chatId, 'Hola');
  await sendText(ana, ventasChat, 'Hola');
  await live.emit('seen', { chatId: ventasChat });
  await ana.call(listGroupChats, { params: { groupId: ventas.uuid } });
  await app.ctx.receipts.flush();
  const said = statements();
  live.close();
  expect(said.length).toBe(4);
  expect(await plannedEachTime(said)).toEqual([]);
});

/** People who have written only to Bruno, three times each. */
async function fillWithUnread(db: Db, bruno: string, groupUuid: string): Promise<void> {
  await db.run(sql`
    insert into users (uuid, email, first_name, last_name, password_hash)
    select gen_random_uuid(), 'escribe-' || n, 'Escribe', 'Mucho', '' from generate_series(1, 500) as n`);
  await db.run(sql`
    insert into chats (uuid, kind, hash, group_id, low_user_id, high_user_id, last_seq)
    select gen_random_uuid(), 'DIRECT', u.email, g.id, bruno.id, u.id, 3
    from users u, users bruno, groups g
    where u.email like 'escribe-%' and bruno.uuid = ${bruno} and g.uuid = ${groupUuid}`);
  await db.run(sql`
    insert into chat_members (chat_id, user_id)
    select id, unnest(array[low_user_id, high_user_id]) from chats where hash like 'escribe-%'`);
  await db.run(sql`
    insert into direct_unread (user_id, group_id, messages)
    select low_user_id, group_id, 1500 from chats where hash = 'escribe-1'
    on conflict (user_id, group_id) do update set messages = direct_unread.messages + excluded.messages`);
  await db.run(sql`analyze users, chats, chat_members, direct_unread`);
}

test('the list of groups is found without going through the chats of who has hundreds with something unread', async () => {
  const { db } = app.ctx;
  const { bruno, ventas } = cast;
  await fillWithUnread(db, bruno.uuid, ventas.uuid);
  const statements = noteStatements(db);
  const { content } = await bruno.call(listOwnGroups, {});
  const said = firstOf(statements());
  expect(content.find(({ uuid }) => uuid === ventas.uuid)?.unreadCount).toBeGreaterThanOrEqual(
    1500,
  );
  const nodes = await explain(db, said, { analyze: true });
  const ofChats = nodes.filter((node) => /^chat/.test(node['Relation Name'] ?? ''));
  const rows = ofChats.map((node) => (node['Actual Rows'] ?? 0) * (node['Actual Loops'] ?? 0));
  expect(rows.length).toBeGreaterThan(0);
  expect(Math.max(...rows)).toBeLessThan(10);
});

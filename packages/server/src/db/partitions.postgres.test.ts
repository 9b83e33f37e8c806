import { readFileSync } from 'node:fs';
import { listChats, listGroupChats } from '@chat/contract/chats';
import { firstOf, required } from '@chat/contract/checks';
import { deleteMessage, listMessages, reactToMessage } from '@chat/contract/messages';
import { replyToMessage } from '@chat/contract/writing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../test/build-app.ts';
import { type Cast, directChatOf, gatherCast, sendText } from '../../test/cast.ts';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { fetchFile, sentFile } from '../../test/files.ts';
import { explain, noteStatements, type PlanNode } from '../../test/plans.ts';
import { at } from '../../test/processes.ts';
import { removeMessagesBefore } from '../modules/chat/retention/retention.actions.ts';
import { type Sql, sql } from './database.ts';
import { isUniqueViolation } from './faults.ts';

const script = new URL('../../../../deploy/postgres/partition-messages.sql', import.meta.url);

let database: TestDatabase;
let app: TestApp;
let cast: Cast;
let direct: string;
beforeAll(async () => {
  database = await createTestDatabase();
  app = await startApp({}, { database });
  cast = await gatherCast(app);
  direct = await directChatOf(cast.ana, cast.bruno, cast.ventas);
});
afterAll(() => app.close());

const read = async (chatId: string, query = {}) =>
  (await cast.bruno.call(listMessages, { params: { chatId }, query })).content;
/** The messages without ticks: receipts are gathered for a moment before they are written. */
const readStored = async (chatId: string) =>
  (await read(chatId)).map(({ status: _, ...message }) => message);
const PARTITION = /^messages_p\d+$/;
const ofMessages = (nodes: PlanNode[]) =>
  nodes.filter((node) => PARTITION.test(node['Relation Name'] ?? ''));

/** The executed steps of the statement on partitions; all its effects are rolled back. */
async function stepsOf(statement: Sql): Promise<PlanNode[]> {
  const undone = new Error('undone');
  let steps: PlanNode[] = [];
  await app.ctx.db
    .transaction(async (tx) => {
      // For a few rows the planner prefers a sequential scan to any index.
      await tx.run(sql`select set_config('enable_seqscan', 'off', true)`);
      steps = ofMessages(await explain(tx, statement, { analyze: true }));
      throw undone;
    })
    .catch((error) => {
      if (error !== undone) throw error;
    });
  return steps.filter((node) => (node['Actual Loops'] ?? 0) > 0);
}

test('a history that is divided by chat is the same history, and goes on', async () => {
  const messageId = firstOf((await sendText(cast.ana, direct, 'Hola')).content).uuid;
  await cast.bruno.call(replyToMessage, { params: { messageId }, body: { content: 'Hola, Ana' } });
  await cast.bruno.call(reactToMessage, { params: { messageId }, body: { emoji: '👍' } });
  const { mediaUrl } = await sentFile(cast.ana, cast.ventasChat, { bytes: 'informe' });
  const before = [await readStored(direct), await readStored(cast.ventasChat)];
  app = await app.restart(() => database.pool.query(readFileSync(script, 'utf8')));
  cast = { ...cast, ana: at(app, cast.ana), bruno: at(app, cast.bruno), elena: app.elena };
  expect([await readStored(direct), await readStored(cast.ventasChat)]).toEqual(before);
  expect((await fetchFile(cast.bruno, mediaUrl)).status).toBe(200);
  const next = (await sendText(cast.bruno, direct, 'Seguimos')).content[0];
  expect(next?.seq).toBe(3);
});

test('a repeated send is known, however many come at the same moment', async () => {
  const all = await Promise.all(
    Array.from({ length: 8 }, () => sendText(cast.ana, direct, 'Una vez', 'una-sola')),
  );
  expect(all.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(new Set(all.map(({ content }) => content[0]?.uuid)).size).toBe(1);
  const [stored] = await app.ctx.db.many<{ chatId: number; senderId: number; seq: number }>(
    sql`select chat_id, sender_id, seq from messages where reference_id = 'una-sola'`,
  );
  const refused: unknown = await app.ctx.db
    .run(sql`
      insert into messages (chat_id, seq, uuid, sender_id, reference_id, type, content)
      values (${stored?.chatId}, 99, gen_random_uuid(), ${stored?.senderId}, 'una-sola', 'TEXT', '')`)
    .catch((error) => error);
  expect(isUniqueViolation(refused, 'messages_reference_key')).toBe(true);
});

test('what people do all day finds its messages by an index, a page of a chat in one partition', async () => {
  // The indexer's timer would run statements of its own.
  await app.ctx.indexer.close();
  const statements = noteStatements(app.ctx.db);
  const messageId = firstOf(await read(direct)).uuid;
  await cast.bruno.call(replyToMessage, { params: { messageId }, body: { content: 'Otra vez' } });
  await cast.bruno.call(reactToMessage, { params: { messageId }, body: { emoji: '❤️' } });
  for (const at of ['before', 'after', 'around']) await read(direct, { [at]: messageId });
  await cast.bruno.call(listGroupChats, { params: { groupId: cast.ventas.uuid } });
  await cast.elena.call(listChats, {});
  const noted = statements();
  expect(noted.length).toBeGreaterThan(6);
  for (const statement of noted) {
    const steps = await stepsOf(statement);
    expect(steps.map((step) => step['Node Type'])).not.toContain('Seq Scan');
    if (!/m\.chat_id = \$\d+ and m\.seq/.test(statement.text)) continue;
    expect(new Set(steps.map((step) => step['Relation Name'])).size, statement.text).toBe(1);
  }
});

test('deleting and removing by age work as ever', async () => {
  const [first, second] = await read(direct);
  const params = { chatId: direct, messageId: required(second, 'second').uuid };
  expect((await cast.elena.call(deleteMessage, { params })).status).toBe(200);
  await app.ctx.db.run(
    sql`update messages set created_at = '2001-01-01' where uuid = ${first?.uuid}`,
  );
  expect(await removeMessagesBefore(app.ctx, new Date('2002-01-01'))).toBe(1);
  const left = await read(direct);
  expect(left.map(({ uuid }) => uuid)).not.toContain(first?.uuid);
  expect(left[0]?.seq).toBe(3);
});

import { getPersonalChat } from '@chat/contract/chats/chats.routes';
import {
  deleteMessage,
  listMessages,
  replyToMessage,
  sendMessage,
} from '@chat/contract/messages/messages.routes';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../../test/build-app.ts';
import {
  type Cast,
  createGroupOf,
  directChatOf,
  gatherCast,
  groupChatOf,
  sendText,
} from '../../../test/cast.ts';
import type { Client } from '../../../test/client.ts';
import { noteStatements } from '../../../test/plans.ts';
import { type Database, sql } from '../../db/database.ts';
import type { NewMessage, SentRow } from './send.queries.ts';
import { createSendGatherer } from './send-gatherer.ts';

let app: TestApp;
let cast: Cast;
beforeAll(async () => {
  app = await startApp();
  cast = await gatherCast(app);
});
afterAll(() => app.close());

const seqsOf = (rows: ({ seq: number } | undefined)[]) => rows.map((row) => row?.seq);
const upTo = (count: number) => Array.from({ length: count }, (_, n) => n + 1);

async function draftsBy(sender: Client, chatUuid: string): Promise<(said: object) => NewMessage> {
  const { id } = await app.ctx.db.one<{ id: number }>(
    sql`select id from users where uuid = ${sender.uuid}`,
  );
  return (said) => ({
    uuid: crypto.randomUUID(),
    chatUuid,
    senderId: id,
    referenceId: crypto.randomUUID(),
    type: 'TEXT',
    content: 'Hola',
    replyToId: null,
    file: null,
    mentionedUserIds: [],
    ...said,
  });
}

/** All sent in one moment: the first one goes alone, the others together. */
function sendAll(db: Database, messages: NewMessage[], told: number[] = []) {
  const sends = createSendGatherer(db, 1);
  return Promise.allSettled(
    messages.map((message) => sends.send(message, ({ seq }) => told.push(seq))),
  );
}

const sentOf = (results: PromiseSettledResult<SentRow | undefined>[]) =>
  results.map((result) => (result.status === 'fulfilled' ? result.value : undefined));

test('of 200 sends at once in several chats, some refused and some repeated, each gets its own answer and no number is missing', async () => {
  const { ana, bruno, carla, diego, elena, ventas, ventasChat } = cast;
  const direct = await directChatOf(ana, bruno, ventas);
  const own = (await carla.call(getPersonalChat, {})).content.uuid;
  const nowhere = crypto.randomUUID();
  const [gone] = (await sendText(bruno, ventasChat, 'Se borra')).content;
  const messageId = gone?.uuid as string;
  await elena.call(deleteMessage, { params: { chatId: ventasChat, messageId } });
  const mention = (n: number) =>
    ana.call(sendMessage, {
      params: { chatId: ventasChat },
      body: {
        type: 'TEXT',
        content: `@bruno ${n}`,
        referenceId: `llamada-${n}`,
        mentionedUserIds: [bruno.uuid, diego.uuid],
      },
    });
  const kinds: { expected: number; send(n: number): Promise<{ status: number }> }[] = [
    { expected: 201, send: (n) => sendText(ana, ventasChat, `Ana ${n}`) },
    { expected: 201, send: (n) => sendText(bruno, direct, `Bruno ${n}`) },
    { expected: 404, send: (n) => sendText(diego, ventasChat, `Diego ${n}`) },
    { expected: 201, send: (n) => sendText(carla, own, `Nota ${n}`) },
    { expected: 403, send: (n) => sendText(elena, direct, `Elena ${n}`) },
    { expected: 404, send: (n) => sendText(ana, nowhere, `Nada ${n}`) },
    { expected: 200, send: (n) => sendText(carla, ventasChat, `Otra vez ${n}`, 'la-misma') },
    { expected: 201, send: mention },
    {
      expected: 404,
      send: () => carla.call(replyToMessage, { params: { messageId }, body: { content: 'Tarde' } }),
    },
    { expected: 201, send: (n) => sendText(ana, direct, `Ana a Bruno ${n}`) },
  ];
  await sendText(carla, ventasChat, 'La primera vez', 'la-misma');
  const answers = await Promise.all(
    Array.from({ length: 200 }, async (_, n) => {
      const { expected, send } = kinds[n % kinds.length] as (typeof kinds)[number];
      return [n, expected, (await send(n)).status];
    }),
  );
  expect(answers.filter(([, expected, status]) => status !== expected)).toEqual([]);
  for (const [reader, chatId, count] of [
    [ana, ventasChat, 42],
    [ana, direct, 40],
    [carla, own, 20],
  ] as const) {
    const { content } = await reader.call(listMessages, { params: { chatId } });
    const isDeletedFirst = chatId === ventasChat;
    expect(content.map(({ seq }) => seq)).toEqual(upTo(count).slice(isDeletedFirst ? 1 : 0));
  }
  const { content } = await ana.call(listMessages, { params: { chatId: ventasChat } });
  const called = content.filter(({ content: text }) => text.startsWith('@bruno'));
  expect(called.map(({ mentions }) => mentions.map(({ email }) => email))).toEqual(
    Array(20).fill(['bruno@empresa.local']),
  );
});

test('what is sent while a commit is under way is stored by one statement, and told in the order of its numbers', async () => {
  const chat = await directChatOf(cast.ana, cast.carla, cast.ventas);
  const byAna = await draftsBy(cast.ana, chat);
  const byCarla = await draftsBy(cast.carla, chat);
  let count = 0;
  const { db } = app.ctx;
  const counting: Database = {
    ...db,
    many(query) {
      count++;
      return db.many(query);
    },
  };
  const told: number[] = [];
  const messages = upTo(21).map((n) => (n % 2 ? byAna : byCarla)({ content: `${n}` }));
  const sent = sentOf(await sendAll(counting, messages, told));
  expect(count).toBe(2);
  expect(seqsOf(sent)).toEqual(upTo(21));
  expect(told).toEqual(upTo(21));
  const ids = sent.map((row) => row?.id as number);
  expect(ids).toEqual([...ids].sort((one, other) => one - other));
});

test('of several processes in the same chats, none gives a number twice or leaves one out', async () => {
  const { ana, bruno, carla } = cast;
  const group = await createGroupOf(app, 'Procesos', [ana, bruno, carla]);
  const chats = [
    await groupChatOf(ana, group),
    await directChatOf(ana, bruno, group),
    await directChatOf(ana, carla, group),
  ];
  const drafts = await Promise.all(
    chats.flatMap((chat) => [
      draftsBy(ana, chat),
      draftsBy(chat === chats[2] ? carla : bruno, chat),
    ]),
  );
  const results = await Promise.all(
    upTo(3).map((turn) =>
      sendAll(
        app.ctx.db,
        upTo(60).map((n) => (drafts[(n * turn) % 6] as (typeof drafts)[number])({})),
      ),
    ),
  );
  const sent = sentOf(results.flat());
  for (const chat of new Set(sent.map((row) => row?.chatId))) {
    const ofChat = sent.filter((row) => row?.chatId === chat) as SentRow[];
    ofChat.sort((one, other) => one.seq - other.seq);
    expect(seqsOf(ofChat)).toEqual(upTo(ofChat.length));
    const ids = ofChat.map(({ id }) => id);
    expect(ids).toEqual([...ids].sort((one, other) => one - other));
  }
  expect(sent.length).toBe(180);
  expect(sent).not.toContain(undefined);
});

test('the same reference many times in one moment is stored once', async () => {
  const chat = await directChatOf(cast.bruno, cast.carla, cast.ventas);
  const draft = await draftsBy(cast.bruno, chat);
  const messages = upTo(5).map(() => draft({ referenceId: 'una-sola' }));
  const sent = sentOf(await sendAll(app.ctx.db, [draft({}), ...messages, draft({})]));
  expect(seqsOf(sent)).toEqual([1, 2, 2, 2, 2, 2, 3]);
  expect(sent.filter((row) => row?.isNew).length).toBe(3);
});

test('a message that the database refuses harms none of those it was sent with', async () => {
  const { db } = app.ctx;
  await db.run(
    sql`alter table messages add constraint no_poison check (content <> 'veneno') not valid`,
  );
  const draft = await draftsBy(
    cast.carla,
    (await cast.carla.call(getPersonalChat, {})).content.uuid,
  );
  const told: number[] = [];
  const texts = ['uno', 'dos', 'veneno', 'tres', 'veneno', 'cuatro'];
  const drafts = texts.map((content) => draft({ content }));
  const results = await sendAll(db, drafts, told);
  expect(results.map(({ status }) => status)).toEqual(
    texts.map((text) => (text === 'veneno' ? 'rejected' : 'fulfilled')),
  );
  const first = told[0] as number;
  expect(told).toEqual(upTo(4).map((n) => first + n - 1));
  await db.run(sql`alter table messages drop constraint no_poison`);
});

test('a reference that another process has stored in the same moment is answered as a repeat, the others as new', async () => {
  const { db } = app.ctx;
  const chat = (await cast.bruno.call(getPersonalChat, {})).content.uuid;
  const draft = await draftsBy(cast.bruno, chat);
  const other = draft({ referenceId: 'de-dos-procesos' });
  let isFirst = true;
  /** Just before the batch the other process stores it, where the batch does not see it. */
  const racing: Database = {
    ...db,
    async many<Row>(query: Parameters<Database['many']>[0]): Promise<Row[]> {
      if (isFirst || !query.values.some((value) => Array.isArray(value) && value.length > 1)) {
        isFirst = false;
        return db.many<Row>(query);
      }
      await sendAll(db, [other]);
      throw Object.assign(new Error('duplicate key'), {
        code: '23505',
        constraint: 'messages_reference_key',
      });
    },
  };
  const results = await sendAll(racing, [
    draft({}),
    draft({}),
    draft({ referenceId: 'de-dos-procesos' }),
    draft({}),
  ]);
  const sent = sentOf(results);
  expect(seqsOf(sent)).toEqual([1, 3, 2, 4]);
  expect(sent.map((row) => row?.isNew)).toEqual([true, true, false, true]);
});

test('while the database is away nothing is tried again: each is told so at once', async () => {
  const chat = (await cast.ana.call(getPersonalChat, {})).content.uuid;
  const draft = await draftsBy(cast.ana, chat);
  let count = 0;
  const away: Database = {
    ...app.ctx.db,
    many() {
      count++;
      return Promise.reject(new Error('Connection terminated unexpectedly'));
    },
  };
  const results = await sendAll(away, [draft({}), draft({}), draft({})]);
  expect(results.map(({ status }) => status)).toEqual(Array(3).fill('rejected'));
  expect(count).toBe(2);
});

test('sending together reads no more of the messages than its own', async () => {
  const { db } = app.ctx;
  const chat = await directChatOf(cast.ana, cast.bruno, cast.ventas);
  const draft = await draftsBy(cast.ana, chat);
  await db.run(sql`
    insert into messages (chat_id, seq, uuid, sender_id, type, content)
    select c.id, 1000 + n, gen_random_uuid(), ${draft({}).senderId}, 'TEXT', 'Dicho en otra parte'
    from chats c, generate_series(1, 10000) as n where c.uuid = ${cast.ventasChat}`);
  await db.run(sql`analyze messages`);
  const statements = noteStatements(db);
  await sendAll(
    db,
    upTo(30).map(() => draft({})),
  );
  const [, batch] = statements();
  const plan = await db.many<{ 'QUERY PLAN': string }>(
    sql`explain ${batch as NonNullable<typeof batch>}`,
  );
  expect(plan.map((line) => line['QUERY PLAN']).join('\n')).not.toMatch(/Seq Scan on messages/);
});

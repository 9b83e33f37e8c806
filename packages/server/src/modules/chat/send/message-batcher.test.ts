import { getPersonalChat } from '@chat/contract/chats';
import { firstOf, required } from '@chat/contract/checks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../../../test/build-app.ts';
import {
  type Cast,
  createGroupOf,
  directChatOf,
  gatherCast,
  groupChatOf,
} from '../../../../test/cast.ts';
import { noteStatements } from '../../../../test/plans.ts';
import { announceIn, draftsBy, sendAll, sentOf, seqsOf, upTo } from '../../../../test/sends.ts';
import { type Database, sql } from '../../../db/database.ts';
import { createMessageBatcher } from './message-batcher.ts';

let app: TestApp;
let cast: Cast;
beforeAll(async () => {
  app = await startApp();
  cast = await gatherCast(app);
});
afterAll(() => app.close());

test('what is sent while a commit is under way is stored by one statement, and announced in the order of its numbers', async () => {
  const chat = await directChatOf(cast.ana, cast.carla, cast.ventas);
  const byAna = await draftsBy(app.ctx.db, cast.ana, chat);
  const byCarla = await draftsBy(app.ctx.db, cast.carla, chat);
  let count = 0;
  const { db } = app.ctx;
  const counting: Database = {
    ...db,
    many(query) {
      if (query.text.includes('insert into messages')) count++;
      return db.many(query);
    },
  };
  const announced: number[] = [];
  const messages = upTo(21).map((n) => (n % 2 ? byAna : byCarla)({ content: `${n}` }));
  const sent = sentOf(await sendAll(counting, messages, announced));
  expect(count).toBe(2);
  expect(seqsOf(sent)).toEqual(upTo(21));
  expect(announced).toEqual(upTo(21));
  const ids = sent.map((row) => required(row, 'row').id);
  expect(ids).toEqual([...ids].sort((one, other) => one - other));
});

test('waiting for a chat lasts until all that is being stored in it is announced, and for no other chat', async () => {
  const group = await createGroupOf(app, 'Esperas', [cast.ana, cast.bruno]);
  const chat = await groupChatOf(cast.ana, group);
  const draft = await draftsBy(app.ctx.db, cast.ana, chat);
  const announced: number[] = [];
  const batcher = createMessageBatcher(app.ctx.db, { slots: 1, broadcastFirst: false });
  const [first, ...others] = upTo(20).map(() => batcher.insert(draft({}), announceIn(announced)));
  await batcher.announced(cast.ventasChat);
  expect(announced).toEqual([]);
  await first;
  await batcher.announced(chat);
  expect(announced).toEqual(upTo(20));
  await Promise.all(others);
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
      draftsBy(app.ctx.db, ana, chat),
      draftsBy(app.ctx.db, chat === chats[2] ? carla : bruno, chat),
    ]),
  );
  const results = await Promise.all(
    upTo(3).map((turn) =>
      sendAll(
        app.ctx.db,
        upTo(60).map((n) => required(drafts[(n * turn) % 6], 'draft')({})),
      ),
    ),
  );
  const sent = sentOf(results.flat());
  for (const chat of new Set(sent.map((row) => row?.chat.id))) {
    const ofChat = sent.flatMap((row) => (row && row.chat.id === chat ? [row] : []));
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
  const draft = await draftsBy(app.ctx.db, cast.bruno, chat);
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
    app.ctx.db,
    cast.carla,
    (await cast.carla.call(getPersonalChat, {})).content.uuid,
  );
  const announced: number[] = [];
  const texts = ['uno', 'dos', 'veneno', 'tres', 'veneno', 'cuatro'];
  const drafts = texts.map((content) => draft({ content }));
  const results = await sendAll(db, drafts, announced);
  expect(results.map(({ status }) => status)).toEqual(
    texts.map((text) => (text === 'veneno' ? 'rejected' : 'fulfilled')),
  );
  const first = firstOf(announced);
  expect(announced).toEqual(upTo(4).map((n) => first + n - 1));
  await db.run(sql`alter table messages drop constraint no_poison`);
});

test('a reference that another process has stored in the same moment is answered as a repeat, the others as new', async () => {
  const { db } = app.ctx;
  const chat = (await cast.bruno.call(getPersonalChat, {})).content.uuid;
  const draft = await draftsBy(app.ctx.db, cast.bruno, chat);
  const other = draft({ referenceId: 'de-dos-procesos' });
  let isFirst = true;
  /** The other process stores the message just before the batch, which cannot see it. */
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
  const draft = await draftsBy(app.ctx.db, cast.ana, chat);
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
  const draft = await draftsBy(app.ctx.db, cast.ana, chat);
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
  const plan = await db.many<{ 'QUERY PLAN': string }>(sql`explain ${required(batch, 'batch')}`);
  expect(plan.map((line) => line['QUERY PLAN']).join('\n')).not.toMatch(/Seq Scan on messages/);
});

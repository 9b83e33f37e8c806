import { listGroupChats } from '@chat/contract/chats';
import { firstOf } from '@chat/contract/checks';
import { listMessages } from '@chat/contract/messages';
import { deleteScheduled, getScheduled, listScheduled } from '@chat/contract/writing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { holdStatements } from '../../../../test/before-statement.ts';
import { startApp, type TestApp } from '../../../../test/build-app.ts';
import {
  type Cast,
  directChatOf,
  gatherCast,
  groupChatOf,
  sendText,
} from '../../../../test/cast.ts';
import type { Client } from '../../../../test/client.ts';
import {
  inMs,
  insertDue,
  makeDue,
  type ScheduledWorld,
  schedule,
  startScheduledWorld,
} from '../../../../test/scheduled.ts';
import { found } from '../../../../test/search.ts';
import { type Sql, sql } from '../../../db/database.ts';

let world: ScheduledWorld;
let app: TestApp;
let cast: Cast;
let live: ScheduledWorld['live'];
beforeAll(async () => {
  world = await startScheduledWorld();
  ({ app, cast, live } = world);
});
beforeEach(() => world.forget());
afterAll(() => world.close());

const list = async (who: Client) => (await who.call(listScheduled, {})).content;
const get = async (who: Client, scheduledId: string) =>
  (await who.call(getScheduled, { params: { scheduledId } })).status;
const cancel = async (who: Client, scheduledId: string) =>
  (await who.call(deleteScheduled, { params: { scheduledId } })).status;
const messages = async (chatId: string, who = cast.ana) =>
  (await who.call(listMessages, { params: { chatId } })).content;
const received = (content: string, by = live.bruno) =>
  by.waitFor('message', (message) => message.content === content);

test('what waits is sent at its time, not before, with nobody signed in or asking', async () => {
  const { ana, ventasChat } = cast;
  const sendAt = inMs(1_500);
  const { uuid } = (await schedule(ana, ventasChat, 'a su hora', { sendAt })).content;
  expect(await get(ana, uuid)).toBe(200);
  const message = await received('a su hora');
  expect(Date.parse(message.createdAt)).toBeGreaterThanOrEqual(Date.parse(sendAt));
  expect(message).toMatchObject({ uuid, senderId: ana.uuid, senderEmail: ana.email, type: 'TEXT' });
  expect([await get(ana, uuid), await cancel(ana, uuid), await list(ana)]).toEqual([404, 404, []]);
});

test('an earlier one that comes later does not wait for the first', async () => {
  const { ana, ventasChat } = cast;
  const far = await schedule(ana, ventasChat, 'lejos');
  // By the second one the first, had it gone too, would be sent.
  for (const content of ['cerca', 'también cerca']) {
    await schedule(ana, ventasChat, content, { sendAt: inMs(700) });
    await received(content);
  }
  expect(await cancel(ana, far.content.uuid)).toBe(200);
});

test('it goes the way of every message: every socket of members, ticks, counters, search', async () => {
  const { ana, bruno, carla, ventas, ventasChat } = cast;
  const before = await sendText(bruno, ventasChat, 'antes');
  const { content } = await schedule(ana, ventasChat, 'presupuesto programado', {
    referenceId: 'ref-due',
  });
  await makeDue(app, content);
  for (const socket of [live.ana, live.anaToo, live.bruno, live.carla]) {
    const message = await received('presupuesto programado', socket);
    expect(message).toMatchObject({ uuid: content.uuid, referenceId: 'ref-due', status: 'SENT' });
  }
  for (const socket of [live.diego, live.elena]) {
    await socket.fence();
    expect(socket.all('message')).toEqual([]);
  }
  // Writing is seeing, for the author too.
  await live.anaToo.waitFor('chat:read', ({ unreadCount }) => unreadCount === 0);
  const { seq } = firstOf(before.content);
  expect((await messages(ventasChat)).at(-1)).toMatchObject({ uuid: content.uuid, seq: seq + 1 });
  const listed = await carla.call(listGroupChats, { params: { groupId: ventas.uuid } });
  expect(firstOf(listed.content)).toMatchObject({ chatUuid: ventasChat, unreadCount: seq + 1 });
  expect(await found(app, bruno, 'presupuesto')).toHaveLength(1);
});

describe('what was due while nobody served', () => {
  test('is sent at the start, in the order of its time, each once', async () => {
    const own = await startApp();
    const { ana, bruno, ventasChat } = await gatherCast(own);
    await insertDue(own, { author: ana, chatId: ventasChat }, 100);
    const again = await own.restart();
    await expect
      .poll(async () => (await again.ctx.db.many(sql`select from scheduled_messages`)).length, {
        timeout: 20_000,
      })
      .toBe(0);
    const stored = await again.ctx.db.many<{ content: string }>(
      sql`select content from messages order by seq`,
    );
    expect(stored.map(({ content }) => content)).toEqual(
      Array.from({ length: 100 }, (_, n) => `Aviso ${n + 1}`),
    );
    expect(bruno.uuid).not.toBe(ana.uuid);
    await again.close();
  });
});

describe('the database is asked', () => {
  const statements: string[] = [];
  let own: TestApp;
  beforeAll(async () => {
    own = await startApp();
    const { db } = own.ctx;
    for (const name of ['many', 'maybeOne', 'one', 'run'] as const) {
      const ask = db[name] as (query: Sql) => Promise<unknown>;
      Object.assign(db, {
        [name]: (query: Sql) => {
          if (query.text.includes('scheduled_messages')) statements.push(query.text);
          return ask(query);
        },
      });
    }
  });
  afterEach(() => {
    statements.length = 0;
  });
  afterAll(() => own.close());

  test('nothing while nothing is scheduled, and no timer runs', async () => {
    const { ana, bruno, ventas } = await gatherCast(own);
    await sendText(ana, await directChatOf(ana, bruno, ventas), 'Hola');
    expect(statements).toEqual([]);
    const again = await ana.connect();
    await schedule(ana, await groupChatOf(ana, ventas), 'pronto', { sendAt: inMs(300) });
    await again.waitFor('message', ({ content }) => content === 'pronto');
    again.close();
    await expect.poll(() => statements.at(-1)).toContain('min(send_at)');
  });
});

test('one that the database refuses for a reason of its own holds no other up', async () => {
  const { ana, ventasChat } = cast;
  const bad = await schedule(ana, ventasChat, 'imposible');
  await app.ctx.db.run(sql`
    alter table messages add constraint no_such_text check (content <> 'imposible') not valid`);
  const good = await schedule(ana, ventasChat, 'posible');
  await app.ctx.db.run(sql`
    update scheduled_messages set send_at = clock_timestamp() - interval '1 second'
    where uuid = ${bad.content.uuid}`);
  await makeDue(app, good.content);
  await received('posible');
  expect(await get(ana, bad.content.uuid)).toBe(200);
  await app.ctx.db.run(sql`alter table messages drop constraint no_such_text`);
  app.ctx.scheduled.wake(0);
  await received('imposible');
});

test('the server ends only when what it was sending stands', async () => {
  const own = await startApp();
  const { ana, ventasChat } = await gatherCast(own);
  const { content } = await schedule(ana, ventasChat, 'hasta el final');
  const { reached, release } = holdStatements(own.ctx.db, 'taken as');
  await makeDue(own, content);
  await reached;
  const again = own.restart(async () => {});
  release();
  const next = await again;
  const [count] = await next.ctx.db.many(sql`
    select (select count(*) from messages) as sent, (select count(*) from scheduled_messages) as waiting`);
  expect(count).toMatchObject({ sent: 1, waiting: 0 });
  await next.close();
});

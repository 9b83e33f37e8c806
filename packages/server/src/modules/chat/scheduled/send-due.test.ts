import { listGroupChats } from '@chat/contract/chats';
import { firstOf } from '@chat/contract/checks';
import { listMessages } from '@chat/contract/messages.routes';
import { deleteScheduled, getScheduled, listScheduled } from '@chat/contract/scheduled';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { beforeStatement, holdStatements } from '../../../../test/before-statement.ts';
import { startApp, type TestApp } from '../../../../test/build-app.ts';
import {
  type Cast,
  createGroupOf,
  directChatOf,
  gatherCast,
  groupChatOf,
  registerPerson,
  sendText,
} from '../../../../test/cast.ts';
import type { Client } from '../../../../test/client.ts';
import { connectEach } from '../../../../test/live-cast.ts';
import { inMs, insertDue, makeDue, schedule } from '../../../../test/scheduled.ts';
import { found } from '../../../../test/search.ts';
import type { LiveClient } from '../../../../test/socket-client.ts';
import { type Sql, sql } from '../../../db/database.ts';

let app: TestApp;
let cast: Cast;
let live: Record<'ana' | 'anaToo' | 'bruno' | 'carla' | 'diego' | 'elena', LiveClient>;
beforeAll(async () => {
  app = await startApp();
  cast = await gatherCast(app);
  const anaToo = await app.signIn(cast.ana.email);
  const names = ['ana', 'anaToo', 'bruno', 'carla', 'diego', 'elena'] as const;
  live = await connectEach(names, { ...cast, anaToo });
});
beforeEach(() => {
  for (const socket of Object.values(live)) socket.forget();
});
afterAll(async () => {
  for (const socket of Object.values(live)) socket.close();
  await app.close();
});

const list = async (who: Client) => (await who.call(listScheduled, {})).content;
const get = async (who: Client, scheduledId: string) =>
  (await who.call(getScheduled, { params: { scheduledId } })).status;
const cancel = async (who: Client, scheduledId: string) =>
  (await who.call(deleteScheduled, { params: { scheduledId } })).status;
const messages = async (chatId: string, who = cast.ana) =>
  (await who.call(listMessages, { params: { chatId } })).content;
const received = (content: string, by = live.bruno) =>
  by.waitFor('message', (message) => message.content === content);

const waits = sql`select from scheduled_messages where dropped_at is null`;

async function newGroup(name: string, ...people: Client[]) {
  const group = await createGroupOf(app, name, people);
  return { group, chatId: await groupChatOf(firstOf(people), group) };
}

test('what waits is sent at its time, not before, with nobody signed in or asking', async () => {
  const { ana, ventasChat } = cast;
  const sendAt = inMs(1_500);
  const { uuid } = (await schedule(ana, ventasChat, 'a su hora', { sendAt })).content;
  expect(await get(ana, uuid)).toBe(200);
  const message = await received('a su hora');
  expect(Date.parse(message.createdAt)).toBeGreaterThanOrEqual(Date.parse(sendAt));
  expect(Date.now() - Date.parse(message.createdAt)).toBeLessThan(8_000);
  expect(message).toMatchObject({ uuid, senderId: ana.uuid, senderEmail: ana.email, type: 'TEXT' });
  expect([await get(ana, uuid), await cancel(ana, uuid), await list(ana)]).toEqual([404, 404, []]);
});

test('an earlier one that comes later does not wait for the first', async () => {
  const { ana, ventasChat } = cast;
  const far = await schedule(ana, ventasChat, 'lejos');
  await schedule(ana, ventasChat, 'cerca', { sendAt: inMs(700) });
  await received('cerca');
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

describe('rights are asked at its time:', () => {
  const events = async () => {
    await Promise.all(Object.values(live).map((socket) => socket.fence()));
    return Object.entries(live).flatMap(([name, socket]) =>
      socket.all('scheduled:dropped').map((payload) => [name, payload]),
    );
  };

  async function expectDropped(author: Client, uuid: string, chatId: string) {
    await expect
      .poll(async () => (await list(author)).find((one) => one.uuid === uuid))
      .toMatchObject({
        droppedAt: expect.any(String),
        reason: 'NOT_ALLOWED',
        messageId: null,
        chatId,
      });
  }

  test('who has left the group sends nothing, and is told so on all devices, alone', async () => {
    const { ana, bruno, elena } = cast;
    const { group, chatId } = await newGroup('Salida', bruno, ana);
    const { uuid } = (await schedule(ana, chatId, 'adiós')).content;
    await elena.request('DELETE', `/groups/${group.uuid}/users/${ana.uuid}`);
    await makeDue(app, { uuid });
    await expectDropped(ana, uuid, chatId);
    await live.anaToo.waitFor('scheduled:dropped');
    const payload = { uuid, chatId, reason: 'NOT_ALLOWED' };
    expect(await events()).toEqual([
      ['ana', payload],
      ['anaToo', payload],
    ]);
    expect(await messages(chatId, bruno)).toEqual([]);
    expect(await get(ana, uuid)).toBe(200);
    expect([await cancel(ana, uuid), await get(ana, uuid)]).toEqual([200, 404]);
  });

  test('nor one whose group was deleted, or whose counterpart is gone', async () => {
    const { ana, elena } = cast;
    const gloria = await registerPerson(app, 'gloria');
    const { group, chatId } = await newGroup('Fin', ana, gloria);
    const direct = await directChatOf(ana, gloria, group);
    const alone = await schedule(ana, direct, 'a Gloria');
    await elena.request('DELETE', `/users/${gloria.uuid}`);
    await makeDue(app, alone.content);
    await expectDropped(ana, alone.content.uuid, direct);
    const grouped = await schedule(ana, chatId, 'al grupo');
    await elena.request('DELETE', `/groups/${group.uuid}`);
    await makeDue(app, grouped.content);
    await expectDropped(ana, grouped.content.uuid, chatId);
    for (const { uuid } of await list(ana)) await cancel(ana, uuid);
  });

  test('nor who is blocked, and being unblocked later sends it no more', async () => {
    const { ana, elena } = cast;
    const hugo = await registerPerson(app, 'hugo');
    const { chatId } = await newGroup('Bloqueo', ana, hugo);
    const { uuid } = (await schedule(hugo, chatId, 'desde fuera')).content;
    await elena.request('POST', `/users/${hugo.uuid}/block`);
    await makeDue(app, { uuid });
    const dropped = () =>
      app.ctx.db.one(
        sql`select dropped_at is not null as is from scheduled_messages where uuid = ${uuid}`,
      );
    await expect.poll(dropped).toEqual({ is: true });
    await elena.request('POST', `/users/${hugo.uuid}/unblock`);
    app.ctx.scheduled.ringIn(0);
    const back = await app.signIn(hugo.email);
    await expectDropped(back, uuid, chatId);
    expect(await messages(chatId)).toEqual([]);
  });

  test('who was blocked and is back before its time sends it', async () => {
    const { ana, elena } = cast;
    const irma = await registerPerson(app, 'irma');
    const { chatId } = await newGroup('Vuelta', ana, irma);
    const { content } = await schedule(irma, chatId, 'he vuelto');
    await elena.request('POST', `/users/${irma.uuid}/block`);
    await elena.request('POST', `/users/${irma.uuid}/unblock`);
    await makeDue(app, content);
    expect(await received('he vuelto', live.ana)).toMatchObject({ uuid: content.uuid });
  });

  test('people who have left by then are not mentioned any more', async () => {
    const { ana, bruno, carla, elena } = cast;
    const { group, chatId } = await newGroup('Menciones', ana, bruno, carla);
    const mentionedUserIds = [bruno.uuid, carla.uuid, cast.diego.uuid];
    const { content } = await schedule(ana, chatId, 'os llamo', { mentionedUserIds });
    const whom = (mentions: { email: string }[]) => mentions.map(({ email }) => email);
    expect(whom(content.mentions)).toEqual([bruno.email, carla.email]);
    await elena.request('DELETE', `/groups/${group.uuid}/users/${carla.uuid}`);
    expect(whom(firstOf(await list(ana)).mentions)).toEqual([bruno.email]);
    await makeDue(app, content);
    expect(whom((await received('os llamo')).mentions)).toEqual([bruno.email]);
    expect(whom(firstOf(await messages(chatId)).mentions)).toEqual([bruno.email]);
  });
});

describe('one referenceId is one message:', () => {
  test('sent by hand before its time it is sent then, and waits no more', async () => {
    const { ana, ventasChat } = cast;
    const { content } = await schedule(ana, ventasChat, 'luego', { referenceId: 'una-1' });
    const sent = await sendText(ana, ventasChat, 'ya', 'una-1');
    expect(sent.status).toBe(201);
    expect([await get(ana, content.uuid), await list(ana)]).toEqual([404, []]);
    await makeDue(app, content);
    await schedule(ana, ventasChat, 'después', { sendAt: inMs(300) });
    await received('después');
    const all = await messages(ventasChat);
    expect(all.filter(({ referenceId }) => referenceId === 'una-1')).toHaveLength(1);
    expect(all.some(({ content: text }) => text === 'luego')).toBe(false);
    expect(await app.ctx.db.many(waits)).toEqual([]);
  });

  test('sent by hand after its time it is known: 200 and the same message', async () => {
    const { ana, ventasChat } = cast;
    const { content } = await schedule(ana, ventasChat, 'una vez', { referenceId: 'una-2' });
    await makeDue(app, content);
    const { seq } = await received('una vez');
    const again = await sendText(ana, ventasChat, 'una vez', 'una-2');
    expect([again.status, firstOf(again.content)]).toMatchObject([
      200,
      { uuid: content.uuid, seq },
    ]);
  });

  test('scheduled again after its time it is answered with its message, whatever its sendAt', async () => {
    const { ana, ventasChat } = cast;
    const more = { referenceId: 'una-3', sendAt: inMs(400) };
    const { content } = await schedule(ana, ventasChat, 'puntual', more);
    const message = await received('puntual');
    for (const sendAt of [more.sendAt, inMs(3_600_000)]) {
      const again = await schedule(ana, ventasChat, 'otra cosa', { ...more, sendAt });
      expect([again.status, again.content]).toEqual([
        200,
        {
          ...content,
          createdAt: message.createdAt,
          sendAt: message.createdAt,
          messageId: message.uuid,
        },
      ]);
    }
    expect(await list(ana)).toEqual([]);
  });

  test('so is one that was never scheduled but sent', async () => {
    const { ana, ventasChat } = cast;
    const sent = firstOf((await sendText(ana, ventasChat, 'a mano', 'una-4')).content);
    const again = await schedule(ana, ventasChat, 'luego', { referenceId: 'una-4' });
    expect([again.status, again.content]).toMatchObject([
      200,
      { content: 'a mano', messageId: sent.uuid, referenceId: 'una-4' },
    ]);
    expect(await list(ana)).toEqual([]);
  });

  test('sent by hand while it is being sent, ten at once are one message', async () => {
    const { ana, ventasChat } = cast;
    const { content } = await schedule(ana, ventasChat, 'a la vez', { referenceId: 'una-5' });
    const sends = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map(async () =>
      firstOf((await sendText(ana, ventasChat, 'a la vez', 'una-5')).content),
    );
    const [sent] = await Promise.all([...sends, makeDue(app, content)]);
    await Promise.all(sends);
    const same = (await messages(ventasChat)).filter(({ referenceId }) => referenceId === 'una-5');
    expect(same.map(({ uuid }) => uuid)).toEqual([sent?.uuid]);
    expect(await get(ana, content.uuid)).toBe(404);
  });
});

describe('a cancellation', () => {
  test('in the very moment of sending wins or is 404, never both', async () => {
    const { ana, ventasChat } = cast;
    for (let round = 0; round < 20; round++) {
      const text = `carrera ${round}`;
      const { content } = await schedule(ana, ventasChat, text);
      const [, status] = await Promise.all([makeDue(app, content), cancel(ana, content.uuid)]);
      await expect.poll(async () => (await app.ctx.db.many(waits)).length).toBe(0);
      const isSent = (await messages(ventasChat)).some(({ uuid }) => uuid === content.uuid);
      expect([round, status]).toEqual([round, isSent ? 404 : 200]);
    }
  });

  test('just before its statement sends nothing and drops nothing', async () => {
    const { ana, ventasChat } = cast;
    const { content } = await schedule(ana, ventasChat, 'en el último instante');
    const cancelled = new Promise<number>((settle) => {
      beforeStatement(app.ctx.db, 'taken as', async () => settle(await cancel(ana, content.uuid)));
    });
    await makeDue(app, content);
    expect(await cancelled).toBe(200);
    await schedule(ana, ventasChat, 'el siguiente', { sendAt: inMs(300) });
    await received('el siguiente');
    expect(live.bruno.all('message').map(({ content: text }) => text)).toEqual(['el siguiente']);
    expect(live.ana.all('scheduled:dropped')).toEqual([]);
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
  app.ctx.scheduled.ringIn(0);
  await received('imposible');
});

test('the server ends only when what it was sending stands', async () => {
  const own = await startApp();
  const { ana, ventasChat } = await gatherCast(own);
  const { content } = await schedule(ana, ventasChat, 'hasta el final');
  const release = holdStatements(own.ctx.db, 'taken as');
  await makeDue(own, content);
  await expect.poll(() => own.ctx.messages.counts().stored).toBe(0);
  const again = own.restart(async () => {});
  release();
  const next = await again;
  const [count] = await next.ctx.db.many(sql`
    select (select count(*) from messages) as sent, (select count(*) from scheduled_messages) as waiting`);
  expect(count).toMatchObject({ sent: 1, waiting: 0 });
  await next.close();
});

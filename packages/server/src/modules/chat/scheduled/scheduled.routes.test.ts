import { getPersonalChat } from '@chat/contract/chats';
import { firstOf, limits } from '@chat/contract/checks';
import { listMessages } from '@chat/contract/messages';
import { deleteScheduled, getScheduled, listScheduled } from '@chat/contract/writing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../../../test/build-app.ts';
import {
  type Cast,
  createGroupOf,
  directChatOf,
  gatherCast,
  groupChatOf,
  registerPerson,
} from '../../../../test/cast.ts';
import type { Client } from '../../../../test/client.ts';
import { inMs, schedule } from '../../../../test/scheduled.ts';
import { found } from '../../../../test/search.ts';
import { NOBODY, wrongTexts, wrongUuidLists } from '../../../../test/wrong-values.ts';
import { sql } from '../../../db/database.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

let app: TestApp;
let cast: Cast;
beforeAll(async () => {
  app = await startApp();
  cast = await gatherCast(app);
});
afterAll(() => app.close());

const list = async (who: Client) => (await who.call(listScheduled, {})).content;
const get = (who: Client, scheduledId: string) =>
  who.call(getScheduled, { params: { scheduledId } });
const cancel = (who: Client, scheduledId: string) =>
  who.call(deleteScheduled, { params: { scheduledId } });

test('a text that waits is answered whole, to its author alone, and has sent nothing', async () => {
  const { ana, bruno, ventasChat } = cast;
  const sendAt = inMs(HOUR_MS);
  const more = { sendAt, referenceId: 'ref-1', mentionedUserIds: [bruno.uuid, ana.uuid] };
  const reply = await schedule(ana, ventasChat, ' Buenos días\r\n', more);
  expect([reply.status, reply.content]).toEqual([
    201,
    {
      uuid: expect.any(String),
      chatId: ventasChat,
      content: ' Buenos días\n',
      mentions: [
        { uuid: ana.uuid, email: ana.email },
        { uuid: bruno.uuid, email: bruno.email },
      ],
      referenceId: 'ref-1',
      sendAt,
      createdAt: expect.any(String),
      droppedAt: null,
      reason: null,
      messageId: null,
    },
  ]);
  expect(await get(ana, reply.content.uuid)).toMatchObject({ status: 200, content: reply.content });
  expect((await ana.call(listMessages, { params: { chatId: ventasChat } })).content).toEqual([]);
  await cancel(ana, reply.content.uuid);
});

test('a time in another zone is answered as the instant that it is', async () => {
  const at = new Date(Math.ceil(Date.now() / 1000) * 1000 + HOUR_MS);
  const inMadrid = `${new Date(+at + 2 * HOUR_MS).toISOString().slice(0, 19)}+02:00`;
  const { content } = await schedule(cast.ana, cast.ventasChat, 'Hola', { sendAt: inMadrid });
  expect(content.sendAt).toBe(at.toISOString());
  await cancel(cast.ana, content.uuid);
});

test('the own ones are listed by their time, whatever the order in which they came', async () => {
  const { ana, bruno, carla, ventas, ventasChat } = cast;
  const direct = await directChatOf(ana, bruno, ventas);
  const late = await schedule(ana, direct, 'tarde', { sendAt: inMs(3 * HOUR_MS) });
  const soon = await schedule(ana, ventasChat, 'pronto', { sendAt: inMs(2 * HOUR_MS) });
  const hers = await schedule(carla, ventasChat, 'de Carla');
  expect(await list(ana)).toEqual([soon.content, late.content]);
  expect(await list(carla)).toEqual([hers.content]);
  for (const { content } of [late, soon]) await cancel(ana, content.uuid);
  await cancel(carla, hers.content.uuid);
});

test('who is not its author finds, cancels and reads nothing of it, administrators included', async () => {
  const { ana, bruno, diego, elena, ventasChat } = cast;
  const { uuid } = (await schedule(ana, ventasChat, 'nadie me encuentra')).content;
  for (const other of [bruno, diego, elena]) {
    expect((await get(other, uuid)).status).toBe(404);
    expect((await cancel(other, uuid)).status).toBe(404);
    expect(await list(other)).toEqual([]);
    expect(await found(app, other, 'encuentra')).toEqual([]);
  }
  expect(await found(app, ana, 'encuentra')).toEqual([]);
  expect((await elena.call(listMessages, { params: { chatId: ventasChat } })).content).toEqual([]);
  expect((await get(ana, uuid)).status).toBe(200);
  await cancel(ana, uuid);
});

test('one that is cancelled is gone, and cancelling it again is 404', async () => {
  const { uuid } = (await schedule(cast.ana, cast.ventasChat, 'mejor no')).content;
  expect(await cancel(cast.ana, uuid)).toMatchObject({ status: 200, content: null });
  expect((await cancel(cast.ana, uuid)).status).toBe(404);
  expect((await get(cast.ana, uuid)).status).toBe(404);
  for (const id of [NOBODY, 'no-es-un-uuid']) expect((await get(cast.ana, id)).status).toBe(404);
});

test('who could not send there now cannot schedule there', async () => {
  const { ana, bruno, diego, elena, ventasChat } = cast;
  expect((await schedule(diego, ventasChat, 'Hola')).status).toBe(404);
  expect((await schedule(elena, ventasChat, 'Hola')).status).toBe(403);
  expect((await schedule(ana, NOBODY, 'Hola')).status).toBe(404);
  const dora = await registerPerson(app, 'dora');
  const pareja = await createGroupOf(app, 'Pareja', [bruno, dora]);
  const direct = await directChatOf(bruno, dora, pareja);
  await elena.request('DELETE', `/groups/${pareja.uuid}/users/${dora.uuid}`);
  const reply = await schedule(bruno, direct, 'Hola');
  expect([reply.status, reply.message]).toEqual([403, 'Esta persona ya no participa en el grupo']);
});

test('nobody schedules in their personal chat', async () => {
  const { uuid } = (await cast.ana.call(getPersonalChat, {})).content;
  const reply = await schedule(cast.ana, uuid, 'Hola');
  const text = 'Aquí no se pueden programar mensajes';
  expect([reply.status, reply.message, reply.errors]).toEqual([422, text, { chatId: [text] }]);
});

describe('refused with a text for its field:', () => {
  const tryBody = (more: object) =>
    cast.ana.request('POST', `/chats/${cast.ventasChat}/scheduled`, {
      content: 'Hola',
      sendAt: inMs(HOUR_MS),
      ...more,
    });
  const PASSED = 'La hora de envío debe ser posterior a la actual';
  const FAR = 'Un mensaje se puede programar con un año de antelación como máximo';

  test.each(wrongTexts(limits.content))('content %s', async (_, content) => {
    const { status, errors } = await tryBody({ content });
    expect([status, Object.keys(errors)]).toEqual([422, ['content']]);
  });

  test.each([
    ['missing', () => undefined, 'Valor no válido'],
    ['null', () => null, 'Valor no válido'],
    ['a number', () => Date.now() + HOUR_MS, 'Valor no válido'],
    ['a date', () => '2099-01-01', 'Valor no válido'],
    ['without a zone', () => '2099-01-01T10:00:00', 'Valor no válido'],
    ['that there is not', () => '2027-02-30T10:00:00Z', 'Valor no válido'],
    ['of just now', () => inMs(-1), PASSED],
    ['of yesterday', () => inMs(-DAY_MS), PASSED],
    ['in more than a year', () => inMs(366 * DAY_MS + HOUR_MS), FAR],
    ['in the year 9999', () => '9999-12-31T23:59:59Z', FAR],
  ])('sendAt %s', async (_, sendAt, text) => {
    const { status, errors } = await tryBody({ sendAt: sendAt() });
    expect([status, errors]).toEqual([422, { sendAt: [text] }]);
  });

  test.each([
    ['empty', ''],
    ['a number', 7],
    ['too long', 'x'.repeat(limits.referenceId + 1)],
  ])('referenceId %s', async (_, referenceId) => {
    const { status, errors } = await tryBody({ referenceId });
    expect([status, Object.keys(errors)]).toEqual([422, ['referenceId']]);
  });

  test.each(wrongUuidLists)('mentionedUserIds %s', async (_, mentionedUserIds) => {
    const { status, errors } = await tryBody({ mentionedUserIds });
    expect(status).toBe(422);
    expect(Object.keys(errors).every((field) => field.startsWith('mentionedUserIds'))).toBe(true);
  });

  test('and what is refused waits for nothing', async () => {
    expect(await list(cast.ana)).toEqual([]);
  });
});

test('a year ahead is the farthest', async () => {
  const reply = await schedule(cast.ana, cast.ventasChat, 'Felicidades', {
    sendAt: inMs(365 * DAY_MS - HOUR_MS),
  });
  expect(reply.status).toBe(201);
  await cancel(cast.ana, reply.content.uuid);
});

test('the same referenceId again gives what waits already, whatever else it says', async () => {
  const { ana, bruno, ventasChat } = cast;
  const first = await schedule(ana, ventasChat, 'una vez', { referenceId: 'ref-2' });
  const again = await schedule(ana, ventasChat, 'otra cosa', {
    referenceId: 'ref-2',
    sendAt: inMs(-HOUR_MS),
  });
  expect([again.status, again.content]).toEqual([200, first.content]);
  const others = await schedule(bruno, ventasChat, 'de Bruno', { referenceId: 'ref-2' });
  expect(others.status).toBe(201);
  expect(await list(ana)).toEqual([first.content]);
  await cancel(ana, first.content.uuid);
  await cancel(bruno, others.content.uuid);
});

test('ten at once with the same referenceId are one', async () => {
  const more = { referenceId: 'ref-3', sendAt: inMs(HOUR_MS) };
  const replies = await Promise.all(
    Array.from({ length: 10 }, () => schedule(cast.ana, cast.ventasChat, 'una vez', more)),
  );
  expect(replies.map(({ status }) => status).sort()).toEqual([...Array(9).fill(200), 201]);
  expect(new Set(replies.map(({ content }) => content.uuid)).size).toBe(1);
  await cancel(cast.ana, firstOf(replies).content.uuid);
});

test('a hundred of one person may wait, not one more, however many come at once', async () => {
  const dina = await registerPerson(app, 'dina');
  const chatId = await groupChatOf(dina, await createGroupOf(app, 'De cien', [dina]));
  const other = await groupChatOf(dina, await createGroupOf(app, 'De más', [dina]));
  const replies = await Promise.all(
    Array.from({ length: 110 }, (_, n) => schedule(dina, n % 2 ? chatId : other, `${n}`)),
  );
  const statuses = replies.map(({ status }) => status);
  expect(statuses.filter((status) => status === 201)).toHaveLength(100);
  const refused = replies.find(({ status }) => status !== 201);
  expect([refused?.status, refused?.message]).toEqual([
    409,
    'Ya tienes 100 mensajes programados. Cancela alguno para programar otro.',
  ]);
  const waiting = await list(dina);
  expect(waiting).toHaveLength(100);
  await cancel(dina, firstOf(waiting).uuid);
  expect((await schedule(dina, chatId, 'cabe')).status).toBe(201);
  expect((await schedule(cast.ana, cast.ventasChat, 'Ana también')).status).toBe(201);
});

test('scheduling counts as sending does: SEND_RATE and DAILY_MB, but not for a repeat', async () => {
  const strict = await startApp({ sendRate: 5, dailyMegabytes: 1 });
  const dora = await registerPerson(strict, 'dora');
  const chatId = await groupChatOf(dora, await createGroupOf(strict, 'De pocos', [dora]));
  const first = await schedule(dora, chatId, 'Hola', { referenceId: 'r-1' });
  expect((await schedule(dora, chatId, 'Hola', { referenceId: 'r-1' })).status).toBe(200);
  for (const n of [2, 3, 4, 5]) expect((await schedule(dora, chatId, `${n}`)).status).toBe(201);
  expect((await schedule(dora, chatId, '6')).status).toBe(429);
  const again = await schedule(dora, chatId, 'Hola', { referenceId: 'r-1' });
  expect([again.status, again.content]).toEqual([200, first.content]);
  await strict.close();

  const small = await startApp({ dailyMegabytes: 1 });
  const emma = await registerPerson(small, 'emma');
  const itsChat = await groupChatOf(emma, await createGroupOf(small, 'De poco', [emma]));
  const long = 'x'.repeat(limits.content);
  const sent: number[] = [];
  for (let n = 0; n < 106; n++) {
    const { status, content } = await schedule(emma, itsChat, long);
    sent.push(status);
    if (status === 201) await emma.call(deleteScheduled, { params: { scheduledId: content.uuid } });
  }
  expect(sent.slice(0, 104)).toEqual(Array(104).fill(201));
  expect(sent.slice(104)).toEqual([429, 429]);
  await small.close();
});

test('deleting a person deletes what they have scheduled', async () => {
  const fuga = await registerPerson(app, 'fuga');
  const chatId = await groupChatOf(fuga, await createGroupOf(app, 'De paso', [fuga, cast.ana]));
  await schedule(fuga, chatId, 'ya no');
  const count = async () =>
    app.ctx.db.one(sql`
      select count(*) as count from scheduled_messages s join users u on u.id = s.sender_id
      where u.uuid = ${fuga.uuid}`);
  expect(await count()).toEqual({ count: 1 });
  await app.elena.request('DELETE', `/users/${fuga.uuid}`);
  expect(await count()).toEqual({ count: 0 });
});

import { firstOf, limits } from '@chat/contract/checks';
import { listMessages } from '@chat/contract/messages';
import {
  deleteScheduled,
  editScheduled,
  getScheduled,
  listScheduled,
  sendScheduled,
} from '@chat/contract/writing';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { beforeStatement } from '../../../../test/before-statement.ts';
import { startApp, type TestApp } from '../../../../test/build-app.ts';
import {
  type Cast,
  createGroupOf,
  directChatOf,
  groupChatOf,
  registerPerson,
  sendText,
} from '../../../../test/cast.ts';
import type { Client } from '../../../../test/client.ts';
import {
  inMs,
  makeDue,
  type ScheduledWorld,
  schedule,
  startScheduledWorld,
} from '../../../../test/scheduled.ts';
import { NOBODY, wrongTexts, wrongUuidLists } from '../../../../test/wrong-values.ts';
import { sql } from '../../../db/database.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

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
const get = (who: Client, scheduledId: string) =>
  who.call(getScheduled, { params: { scheduledId } });
const cancel = (who: Client, scheduledId: string) =>
  who.call(deleteScheduled, { params: { scheduledId } });
const sendNow = (who: Client, scheduledId: string) =>
  who.call(sendScheduled, { params: { scheduledId } });
const textsIn = async (chatId: string, who = cast.ana) =>
  (await who.call(listMessages, { params: { chatId } })).content.map(({ content }) => content);
const received = (content: string, by = live.bruno) =>
  by.waitFor('message', (message) => message.content === content);

interface Edit {
  content?: string;
  sendAt?: string;
  mentionedUserIds?: string[];
}
/** Says it anew, in two hours unless `sendAt` says when. */
const edit = (who: Client, scheduledId: string, edited: Edit = {}) =>
  who.call(editScheduled, {
    params: { scheduledId },
    body: { content: 'mejor así', sendAt: inMs(2 * HOUR_MS), ...edited },
  });

async function newGroup(name: string, ...people: Client[]) {
  const group = await createGroupOf(app, name, people);
  return { group, chatId: await groupChatOf(firstOf(people), group) };
}

/** As if it could not have been sent at its time. */
const drop = (uuid: string, isLate = true) =>
  app.ctx.db.run(sql`
    update scheduled_messages set dropped_at = now(), is_late = ${isLate} where uuid = ${uuid}`);

describe('an edit', () => {
  test('says it anew with another time and other mentions, and keeps reference and uuid', async () => {
    const { ana, bruno, carla, diego, ventasChat } = cast;
    const more = { referenceId: 'cambio-1', mentionedUserIds: [bruno.uuid] };
    const before = (await schedule(ana, ventasChat, 'así', more)).content;
    const sendAt = inMs(DAY_MS);
    const mentionedUserIds = [carla.uuid, diego.uuid];
    const reply = await edit(ana, before.uuid, { content: 'no, así', sendAt, mentionedUserIds });
    const after = {
      ...before,
      content: 'no, así',
      sendAt,
      mentions: [{ uuid: carla.uuid, email: carla.email }],
    };
    expect([reply.status, reply.content]).toEqual([200, after]);
    expect((await get(ana, before.uuid)).content).toEqual(after);
    expect(await list(ana)).toEqual([after]);
    // Without the field nobody is mentioned, as when it is scheduled.
    expect((await edit(ana, before.uuid)).content.mentions).toEqual([]);
    await cancel(ana, before.uuid);
  });

  test('is sent at its new time, with its new text', async () => {
    const { ana, ventasChat } = cast;
    const { uuid } = (await schedule(ana, ventasChat, 'viejo', { sendAt: inMs(DAY_MS) })).content;
    await edit(ana, uuid, { content: 'nuevo', sendAt: inMs(2_500) });
    expect(await received('nuevo')).toMatchObject({ uuid });
  });

  test('in the moment of sending is what is sent, or 404: what was read before is not', async () => {
    const { ana, ventasChat } = cast;
    const { content } = await schedule(ana, ventasChat, 'leído antes');
    const edited = new Promise<number>((settle) => {
      beforeStatement(app.ctx.db, 'taken as', async () =>
        settle((await edit(ana, content.uuid, { content: 'dicho después' })).status),
      );
    });
    await makeDue(app, content);
    expect(await edited).toBe(200);
    await makeDue(app, (await schedule(ana, ventasChat, 'tras el cambio')).content);
    await received('tras el cambio');
    const after = (await get(ana, content.uuid)).content;
    expect(after).toMatchObject({ content: 'dicho después', droppedAt: null });
    await makeDue(app, content);
    await received('dicho después');
    expect(await textsIn(ventasChat)).not.toContain('leído antes');
    expect((await edit(ana, content.uuid)).status).toBe(404);
  });

  test('is refused to others, and once it was sent, by hand too', async () => {
    const { ana, bruno, elena, ventasChat } = cast;
    const { uuid } = (await schedule(ana, ventasChat, 'mío', { referenceId: 'mío' })).content;
    for (const other of [bruno, elena]) {
      expect((await edit(other, uuid)).status).toBe(404);
      expect((await sendNow(other, uuid)).status).toBe(404);
    }
    await sendText(ana, ventasChat, 'ya está', 'mío');
    expect((await edit(ana, uuid)).status).toBe(404);
    for (const id of [uuid, NOBODY, 'no-es-un-uuid'])
      expect((await sendNow(ana, id)).status).toBe(404);
  });

  test('of a dropped one has it wait again', async () => {
    const { ana, ventasChat } = cast;
    const { uuid } = (await schedule(ana, ventasChat, 'tarde')).content;
    await drop(uuid);
    expect((await get(ana, uuid)).content).toMatchObject({ reason: 'LATE' });
    const reply = await edit(ana, uuid, { content: 'a tiempo' });
    expect(reply.content).toMatchObject({ droppedAt: null, reason: null });
    await makeDue(app, reply.content);
    await received('a tiempo');
    expect(await list(ana)).toEqual([]);
  });

  test('needs the right to write there, as scheduling does', async () => {
    const { ana, bruno, elena } = cast;
    const { group, chatId } = await newGroup('Sin Bruno', ana, bruno);
    const { uuid } = (await schedule(bruno, chatId, 'hasta luego')).content;
    await elena.request('DELETE', `/groups/${group.uuid}/users/${bruno.uuid}`);
    for (const reply of [await edit(bruno, uuid), await sendNow(bruno, uuid)]) {
      expect(reply.status).toBe(404);
    }
    expect((await get(bruno, uuid)).content).toMatchObject({ content: 'hasta luego' });
    await cancel(bruno, uuid);
    const gala = await registerPerson(app, 'gala');
    const pareja = await createGroupOf(app, 'De dos', [ana, gala]);
    const direct = await directChatOf(ana, gala, pareja);
    const alone = (await schedule(ana, direct, 'a Gala')).content;
    await elena.request('DELETE', `/groups/${pareja.uuid}/users/${gala.uuid}`);
    for (const reply of [await edit(ana, alone.uuid), await sendNow(ana, alone.uuid)]) {
      expect([reply.status, reply.message]).toEqual([
        403,
        'Esta persona ya no participa en el grupo',
      ]);
    }
    await cancel(ana, alone.uuid);
  });

  test('that makes a hundred and one wait is 409, one of those that wait is not', async () => {
    const dina = await registerPerson(app, 'dina');
    const { chatId } = await newGroup('De cien y uno', dina);
    const late = (await schedule(dina, chatId, 'tarde')).content;
    await drop(late.uuid);
    const replies = await Promise.all(
      Array.from({ length: 100 }, (_, n) => schedule(dina, chatId, `${n}`)),
    );
    const reply = await edit(dina, late.uuid);
    expect([reply.status, reply.message]).toEqual([
      409,
      'Ya tienes 100 mensajes programados. Cancela alguno para programar otro.',
    ]);
    expect((await get(dina, late.uuid)).content).toMatchObject({ reason: 'LATE' });
    expect((await edit(dina, firstOf(replies).content.uuid)).status).toBe(200);
  });
});

describe('an edit is refused with a text for its field:', () => {
  let uuid: string;
  beforeAll(async () => {
    uuid = (await schedule(cast.ana, cast.ventasChat, 'intacto')).content.uuid;
  });
  afterAll(() => cancel(cast.ana, uuid));

  test.each([
    ...wrongTexts(limits.content).map(
      ([name, content]) => [`content ${name}`, { content }] as const,
    ),
    ['sendAt missing', { sendAt: undefined }] as const,
    ['sendAt of yesterday', { sendAt: inMs(-DAY_MS) }] as const,
    ['sendAt in more than a year', { sendAt: inMs(367 * DAY_MS) }] as const,
    ...wrongUuidLists.map(
      ([name, mentionedUserIds]) => [`mentionedUserIds ${name}`, { mentionedUserIds }] as const,
    ),
  ])('%s', async (name, wrong) => {
    const body = { content: 'Hola', sendAt: inMs(HOUR_MS), ...wrong };
    const { status, errors } = await cast.ana.request('PUT', `/scheduled/${uuid}`, body);
    expect([status, Object.keys(errors)[0]?.split('.')[0]]).toEqual([422, name.split(' ')[0]]);
    expect((await get(cast.ana, uuid)).content.content).toBe('intacto');
  });
});

describe('sent now', () => {
  test('it is the message, answered whole and announced to all; it waits no more', async () => {
    const { ana, bruno, ventasChat } = cast;
    const more = { referenceId: 'ya-1', mentionedUserIds: [bruno.uuid] };
    const { uuid } = (await schedule(ana, ventasChat, 'mejor ya', more)).content;
    const reply = await sendNow(ana, uuid);
    const message = await received('mejor ya');
    expect([reply.status, reply.content]).toEqual([200, message]);
    expect(reply.content).toMatchObject({
      uuid,
      chatId: ventasChat,
      senderId: ana.uuid,
      referenceId: 'ya-1',
      mentions: [{ uuid: bruno.uuid, email: bruno.email }],
      status: 'SENT',
    });
    expect([(await get(ana, uuid)).status, (await sendNow(ana, uuid)).status]).toEqual([404, 404]);
    expect(await list(ana)).toEqual([]);
    const again = await sendText(ana, ventasChat, 'mejor ya', 'ya-1');
    expect([again.status, firstOf(again.content).uuid]).toEqual([200, uuid]);
  });

  test.each([true, false])('so is a dropped one, late: %s', async (isLate) => {
    const { ana, ventasChat } = cast;
    const text = `por fin ${isLate}`;
    const { uuid } = (await schedule(ana, ventasChat, text)).content;
    await drop(uuid, isLate);
    expect((await sendNow(ana, uuid)).status).toBe(200);
    await received(text);
    expect(await list(ana)).toEqual([]);
  });

  test('in the moment in which it is due, ten at once are one message', async () => {
    const { ana, ventasChat } = cast;
    const { content } = await schedule(ana, ventasChat, 'a la vez');
    const sends = Array.from({ length: 10 }, async () => (await sendNow(ana, content.uuid)).status);
    await Promise.all([...sends, makeDue(app, content)]);
    const statuses = await Promise.all(sends);
    expect(statuses.filter((status) => status !== 404).length).toBeLessThanOrEqual(1);
    expect((await textsIn(ventasChat)).filter((text) => text === 'a la vez')).toHaveLength(1);
  });

  test('it is sent as it was changed a moment before', async () => {
    const { ana, ventasChat } = cast;
    const { uuid } = (await schedule(ana, ventasChat, 'así no')).content;
    beforeStatement(app.ctx.db, 'taken as', () => edit(ana, uuid, { content: 'así sí' }));
    expect((await sendNow(ana, uuid)).content).toMatchObject({ content: 'así sí' });
    expect(await textsIn(ventasChat)).not.toContain('así no');
  });

  test('who is blocked in that moment sends nothing', async () => {
    const { ana, ventasChat } = cast;
    const { uuid } = (await schedule(ana, ventasChat, 'bloqueada')).content;
    const setBlocked = (at: string | null) =>
      app.ctx.db.run(
        sql`update users set blocked_at = ${at}::timestamptz where uuid = ${ana.uuid}`,
      );
    beforeStatement(app.ctx.db, 'taken as', () => setBlocked('2026-01-01T00:00:00Z'));
    expect((await sendNow(ana, uuid)).status).toBe(404);
    await setBlocked(null);
    expect(await textsIn(ventasChat)).not.toContain('bloqueada');
    expect((await get(ana, uuid)).content).toMatchObject({ droppedAt: null });
    await cancel(ana, uuid);
  });
});

test('editing and sending now count as sending does for SEND_RATE', async () => {
  const strict = await startApp({ sendRate: 3 });
  const dora = await registerPerson(strict, 'dora');
  const chatId = await groupChatOf(dora, await createGroupOf(strict, 'De pocos', [dora]));
  const { uuid } = (await schedule(dora, chatId, 'uno')).content;
  const other = (await schedule(dora, chatId, 'dos')).content;
  expect((await edit(dora, uuid)).status).toBe(200);
  expect((await edit(dora, uuid)).status).toBe(429);
  expect((await sendNow(dora, other.uuid)).status).toBe(429);
  expect((await list(dora)).map(({ content }) => content)).toEqual(['dos', 'mejor así']);
  await strict.close();
});

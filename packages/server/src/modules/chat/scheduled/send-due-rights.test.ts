import { firstOf } from '@chat/contract/checks';
import { listMessages } from '@chat/contract/messages';
import { deleteScheduled, getScheduled, listScheduled } from '@chat/contract/writing';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { TestApp } from '../../../../test/build-app.ts';
import {
  type Cast,
  createGroupOf,
  directChatOf,
  groupChatOf,
  registerPerson,
} from '../../../../test/cast.ts';
import type { Client } from '../../../../test/client.ts';
import {
  makeDue,
  type ScheduledWorld,
  schedule,
  startScheduledWorld,
} from '../../../../test/scheduled.ts';
import { sql } from '../../../db/database.ts';

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

async function newGroup(name: string, ...people: Client[]) {
  const group = await createGroupOf(app, name, people);
  return { group, chatId: await groupChatOf(firstOf(people), group) };
}

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
    app.ctx.scheduled.wake(0);
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

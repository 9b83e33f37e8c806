import { firstOf } from '@chat/contract/checks';
import { listMessages } from '@chat/contract/messages';
import { deleteScheduled, getScheduled, listScheduled } from '@chat/contract/writing';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { beforeStatement } from '../../../../test/before-statement.ts';
import type { TestApp } from '../../../../test/build-app.ts';
import { type Cast, sendText } from '../../../../test/cast.ts';
import type { Client } from '../../../../test/client.ts';
import {
  inMs,
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

const waits = sql`select from scheduled_messages where dropped_at is null`;

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

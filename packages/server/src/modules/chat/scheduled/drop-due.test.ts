import { firstOf } from '@chat/contract/checks';
import { listMessages } from '@chat/contract/messages';
import * as contract from '@chat/contract/writing';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../../../test/build-app.ts';
import {
  type Cast,
  createGroupOf,
  gatherCast,
  groupChatOf,
  sendText,
} from '../../../../test/cast.ts';
import type { Client } from '../../../../test/client.ts';
import {
  inMs,
  makeDue,
  makeOverdue,
  type ScheduledWorld,
  schedule,
  startScheduledWorld,
} from '../../../../test/scheduled.ts';
import { sql } from '../../../db/database.ts';
import { getScheduled, listScheduled } from './scheduled.actions.ts';

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

const list = async (who: Client) => (await who.call(contract.listScheduled, {})).content;
const cancel = (who: Client, scheduledId: string) =>
  who.call(contract.deleteScheduled, { params: { scheduledId } });
const textsIn = async (chatId: string, who = cast.ana) =>
  (await who.call(listMessages, { params: { chatId } })).content.map(({ content }) => content);

describe('what should have gone', () => {
  test('over an hour ago is not sent: it is its author’s, who is told on all devices, alone', async () => {
    const { ana, ventasChat } = cast;
    const { content } = await schedule(ana, ventasChat, 'buenos días');
    await makeOverdue(app, content, 61);
    const payload = { uuid: content.uuid, chatId: ventasChat, reason: 'LATE' };
    for (const socket of [live.ana, live.anaToo]) {
      expect(await socket.waitFor('scheduled:dropped')).toEqual(payload);
    }
    for (const socket of [live.bruno, live.carla, live.diego, live.elena]) {
      await socket.fence();
      expect(socket.all('scheduled:dropped')).toEqual([]);
    }
    expect(await list(ana)).toMatchObject([
      { content: 'buenos días', droppedAt: expect.any(String), reason: 'LATE', messageId: null },
    ]);
    expect(await textsIn(ventasChat)).toEqual([]);
    await cancel(ana, content.uuid);
  });

  test('less than an hour ago is sent', async () => {
    const { ana, ventasChat } = cast;
    const { content } = await schedule(ana, ventasChat, 'aún vale');
    await makeOverdue(app, content, 59);
    await live.bruno.waitFor('message', ({ uuid }) => uuid === content.uuid);
    expect(await list(ana)).toEqual([]);
  });

  test('while nobody served is divided so at the start', async () => {
    const own = await startApp();
    const { ana, ventasChat } = await gatherCast(own);
    await own.ctx.db.run(sql`
      insert into scheduled_messages (uuid, chat_id, sender_id, content, mentioned_user_ids, send_at)
      select gen_random_uuid(), c.id, u.id, concat('hace ', n), '{}', now() - make_interval(mins => n)
      from chats c, users u, generate_series(10, 120, 10) as n
      where c.uuid = ${ventasChat} and u.uuid = ${ana.uuid}`);
    const again = await own.restart();
    const waits = sql`select from scheduled_messages where dropped_at is null`;
    await expect.poll(async () => (await again.ctx.db.many(waits)).length).toBe(0);
    const contents = async (from: 'messages' | 'scheduled_messages') => {
      const query =
        from === 'messages'
          ? sql`select content from messages order by seq`
          : sql`select content from scheduled_messages where is_late order by send_at`;
      return (await again.ctx.db.many<{ content: string }>(query)).map(({ content }) => content);
    };
    expect(await contents('messages')).toEqual([50, 40, 30, 20, 10].map((n) => `hace ${n}`));
    expect(await contents('scheduled_messages')).toEqual(
      [120, 110, 100, 90, 80, 70, 60].map((n) => `hace ${n}`),
    );
    await again.close();
  });

  test('but was sent by hand meanwhile waits no more, and nobody is told', async () => {
    const { ana, ventasChat } = cast;
    const { content } = await schedule(ana, ventasChat, 'a mano', { referenceId: 'a-mano' });
    await sendText(ana, ventasChat, 'a mano', 'a-mano');
    await makeOverdue(app, content, 90);
    const rows = () =>
      app.ctx.db.many(sql`select from scheduled_messages where uuid = ${content.uuid}`);
    await expect.poll(async () => (await rows()).length).toBe(0);
    await live.ana.fence();
    expect(live.ana.all('scheduled:dropped')).toEqual([]);
  });
});

test('a hundred dropped ones of one person are kept, the latest; those that wait all stay', async () => {
  const { bruno, ana, ventasChat } = cast;
  await app.ctx.db.run(sql`
    insert into scheduled_messages
      (uuid, chat_id, sender_id, content, mentioned_user_ids, send_at, dropped_at)
    select gen_random_uuid(), c.id, u.id, concat('caído ', n), '{}', now(), now() - make_interval(hours => n)
    from chats c, users u, generate_series(1, 120) as n
    where c.uuid = ${ventasChat} and u.uuid in (${bruno.uuid}, ${ana.uuid})`);
  await schedule(bruno, ventasChat, 'espera');
  const late = await Promise.all(
    [1, 2, 3].map(async (n) => (await schedule(bruno, ventasChat, `tarde ${n}`)).content),
  );
  await app.ctx.db.run(sql`
    update scheduled_messages set send_at = clock_timestamp() - interval '2 hours'
    where uuid = any(${late.map(({ uuid }) => uuid)}::uuid[])`);
  app.ctx.scheduled.wake(0);
  await expect.poll(async () => (await list(bruno)).length).toBe(101);
  const contents = (await list(bruno)).map(({ content }) => content);
  expect(contents.toSorted()).toEqual(
    [
      'espera',
      ...late.map(({ content }) => content),
      ...Array.from({ length: 97 }, (_, n) => `caído ${n + 1}`),
    ].toSorted(),
  );
  expect(await list(ana)).toHaveLength(120);
  await app.ctx.db.run(sql`delete from scheduled_messages`);
});

describe('mentions of what waits or was dropped', () => {
  const mentioned = async (who: Client) =>
    (await list(who)).map(({ mentions }) => mentions.map(({ email }) => email));

  test('are those of the group whom their author sees, in each chat its own', async () => {
    const { ana, bruno, carla, ventasChat } = cast;
    const others = await groupChatOf(ana, await createGroupOf(app, 'Otros', [ana, carla]));
    const mentionedUserIds = [carla.uuid, bruno.uuid];
    const [day, hour] = [inMs(86_400_000), inMs(3_600_000)];
    await schedule(ana, ventasChat, 'luego', { mentionedUserIds, sendAt: day });
    await schedule(ana, others, 'antes', { mentionedUserIds, sendAt: hour });
    expect(await mentioned(ana)).toEqual([[carla.email], [bruno.email, carla.email]]);
    const { content } = await ana.request<unknown[]>('GET', '/scheduled?page=2&size=1');
    expect(content).toMatchObject([{ content: 'luego', mentions: [{}, {}] }]);
    for (const { uuid } of await list(ana)) await cancel(ana, uuid);
  });

  test('count as read, each of them: the pace of reads is kept by that', async () => {
    const { ana, bruno, carla, ventasChat } = cast;
    const mentionedUserIds = [carla.uuid, bruno.uuid];
    for (const text of ['uno', 'dos']) await schedule(ana, ventasChat, text, { mentionedUserIds });
    await schedule(ana, ventasChat, 'sin nadie');
    const viewer = await app.ctx.db.one<{ id: number }>(
      sql`select id from users where uuid = ${ana.uuid}`,
    );
    const [first] = await list(ana);
    expect((await listScheduled(app.ctx, viewer, {})).rows).toBe(7);
    expect((await getScheduled(app.ctx, viewer, String(first?.uuid))).rows).toBe(3);
    for (const { uuid } of await list(ana)) await cancel(ana, uuid);
  });

  test('are nobody for who has left the group, or whose group is gone', async () => {
    const { ana, bruno, carla, elena } = cast;
    const mentionedUserIds = [bruno.uuid, carla.uuid];
    for (const [name, path] of [
      ['Con salida', `/users/${ana.uuid}`],
      ['Con final', ''],
    ]) {
      const group = await createGroupOf(app, String(name), [ana, bruno, carla]);
      const chatId = await groupChatOf(ana, group);
      const { uuid } = (await schedule(ana, chatId, 'ya no', { mentionedUserIds })).content;
      await elena.request('DELETE', `/groups/${group.uuid}${path}`);
      expect(await mentioned(ana)).toEqual([[]]);
      await makeDue(app, { uuid });
      await expect.poll(async () => firstOf(await list(ana)).reason).toBe('NOT_ALLOWED');
      const one = await ana.call(contract.getScheduled, { params: { scheduledId: uuid } });
      expect([await mentioned(ana), one.content.mentions]).toEqual([[[]], []]);
      await cancel(ana, uuid);
    }
  });
});

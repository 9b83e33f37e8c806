import { getPersonalChat } from '@chat/contract/chats';
import { firstOf } from '@chat/contract/checks';
import { listDevices, rejectDevice } from '@chat/contract/devices';
import { addGroupParticipants, removeGroupParticipant } from '@chat/contract/groups';
import { deleteOwnMessage, reactToMessage } from '@chat/contract/messages';
import { blockUser, unblockUser } from '@chat/contract/users';
import { editMessage } from '@chat/contract/writing';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { holdStatements } from '../../../test/before-statement.ts';
import { startApp, type TestApp } from '../../../test/build-app.ts';
import { type Cast, directChatOf, gatherCast, sendText } from '../../../test/cast.ts';
import {
  type PushedBrowser,
  type PushServiceOfTest,
  startPushService,
  trialPush,
} from '../../../test/push/push-service.ts';
import { expectInQueue, NEVER_MS, passSeconds, quickPushes } from '../../../test/push/queue.ts';
import { setCompanyHours, spanFromNow } from '../../../test/working-hours.ts';
import { sql } from '../../db/database.ts';
import { findEdits } from './plan.queries.ts';

let service: PushServiceOfTest;
let app: TestApp;
let cast: Cast;
let direct: string;
let bruno: PushedBrowser;
let carla: PushedBrowser;
beforeAll(async () => {
  service = await startPushService();
  app = await startApp({ push: trialPush, timing: { ...quickPushes(), sessionSweepMs: NEVER_MS } });
  cast = await gatherCast(app);
  direct = await directChatOf(cast.ana, cast.bruno, cast.ventas);
});
beforeEach(async () => {
  await app.ctx.db.run(sql`delete from push_notifications`);
  // Else a look at the hours would sum up what they withheld.
  await app.ctx.db.run(sql`delete from push_withheld`);
  cast.bruno = await app.signIn(cast.bruno.email);
  bruno = await service.subscribe(cast.bruno);
  carla = await service.subscribe(cast.carla);
});
afterAll(async () => {
  await app.close();
  await service.stop();
});

const write = async (chat: string, text: string, by = cast.ana) =>
  firstOf((await sendText(by, chat, text)).content);
/** All that was to be pushed of what has been sent by now has come: Carla's browser gets what is sent last. */
async function fence(): Promise<void> {
  const { uuid } = await write(await directChatOf(cast.ana, cast.carla, cast.ventas), 'fin');
  await expect.poll(() => carla.pushes().some(({ messageId }) => messageId === uuid)).toBe(true);
}
const waiting = () =>
  app.ctx.db.many(sql`
    select from push_notifications n join push_subscriptions s on s.id = n.subscription_id
    where n.waiting is not null and s.endpoint = ${bruno.endpoint}`);

/** A message whose push has to wait for 200 s, since the push service is away. */
async function writeInVain(text: string) {
  bruno.manner = { status: 503, headers: { 'retry-after': '200' } };
  const message = await write(direct, text);
  await bruno.expectCount(1);
  await expectInQueue(app, bruno, 'rests');
  bruno.manner = 201;
  return message;
}

/** Rejects Bruno's device as far as a process gets that is killed half-way; gives what does the rest. */
async function rejectHalfway(): Promise<() => Promise<unknown>> {
  const ended = holdStatements(app.ctx.db, 'delete from sessions');
  const devices = (await app.elena.call(listDevices, {})).content;
  const own = devices.find(({ userEmail }) => userEmail === cast.bruno.email);
  const rejected = app.elena.call(rejectDevice, { params: { deviceId: own?.uuid ?? '' } });
  await ended.reached;
  return () => {
    ended.release();
    return rejected;
  };
}

let finishRejection = async (): Promise<unknown> => undefined;

describe('just before it is handed over a message is looked at again: nothing goes', () => {
  const params = () => ({ groupId: cast.ventas.uuid, userId: cast.bruno.uuid });
  test.each<[string, (messageId: string) => Promise<unknown>, () => Promise<unknown>]>([
    [
      'the person has seen it',
      async () => {
        const live = await cast.bruno.connect();
        await live.emit('visibility', { visible: false });
        await live.emit('seen', { chatId: direct });
        live.close();
      },
      async () => {},
    ],
    [
      'it was deleted',
      (messageId) => cast.ana.call(deleteOwnMessage, { params: { messageId } }),
      async () => {},
    ],
    [
      'the person left the chat',
      () => app.elena.call(removeGroupParticipant, { params: params() }),
      () =>
        app.elena.call(addGroupParticipants, {
          params: params(),
          body: { userIds: [cast.bruno.uuid] },
        }),
    ],
    [
      'the person was blocked',
      () => app.elena.call(blockUser, { params: { userId: cast.bruno.uuid } }),
      () => app.elena.call(unblockUser, { params: { userId: cast.bruno.uuid } }),
    ],
    [
      'their device was rejected, and its sessions have yet to end',
      async () => {
        finishRejection = await rejectHalfway();
      },
      () => finishRejection(),
    ],
    [
      'their hours have ended',
      () => setCompanyHours(app, spanFromNow(3, 5).hours),
      () => setCompanyHours(app, null),
    ],
  ])('where %s', async (_, happens, undo) => {
    const { uuid } = await writeInVain('ya no');
    await happens(uuid);
    await passSeconds(app, 200);
    await expect.poll(waiting).toEqual([]);
    expect(bruno.got).toHaveLength(1);
    await undo();
  });
});

test('nothing goes to a session that has lapsed, until a later use of it at another process is known', async () => {
  const { uuid } = await writeInVain('quizá');
  const setLastUse = (at: Date) =>
    app.ctx.db.run(sql`
      update sessions set last_used_at = ${at}
      where id in (select session_id from push_subscriptions where endpoint = ${bruno.endpoint})`);
  await setLastUse(new Date(0));
  await passSeconds(app, 200);
  await expectInQueue(app, bruno, 'rests');
  await fence();
  expect(bruno.got).toHaveLength(1);
  await setLastUse(new Date());
  await passSeconds(app, NEVER_MS / 1_000);
  const [, got] = await bruno.expectCount(2);
  expect(got).toMatchObject({ body: 'quizá', messageId: uuid });
});

test('an edit before it is handed over changes what is handed over', async () => {
  const { uuid } = await writeInVain('antes');
  await cast.ana.call(editMessage, { params: { messageId: uuid }, body: { content: 'después' } });
  await expect.poll(() => findEdits(app.ctx.db)).toEqual([]);
  await passSeconds(app, 200);
  const [, got] = await bruno.expectCount(2);
  expect(got).toMatchObject({ type: 'message', body: 'después', messageId: uuid });
  expect(got?.silent).toBeUndefined();
  await fence();
  expect(bruno.got).toHaveLength(2);
});

test('nothing is pushed of reactions, personal chats and chats that somebody watches', async () => {
  const own = await service.subscribe(await app.signIn(cast.bruno.email));
  const elenas = await service.subscribe(app.elena);
  const watcher = await app.elena.connect();
  await watcher.emit('visibility', { visible: false });
  expect(await watcher.emit('watch', { chatId: cast.ventasChat })).toEqual({ ok: true });
  const said = await write(cast.ventasChat, 'dicho', cast.bruno);
  const personal = (await cast.bruno.call(getPersonalChat, {})).content.uuid;
  await write(personal, 'solo para mí', cast.bruno);
  await cast.carla.call(reactToMessage, {
    params: { messageId: said.uuid },
    body: { emoji: '👍' },
  });
  await fence();
  expect([bruno.got, own.got, elenas.got]).toEqual([[], [], []]);
  watcher.close();
});

test('so many browsers of one person are told, however many subscribe: older ones give way', async () => {
  await app.ctx.db.run(sql`
    with one as (
      insert into devices (uuid, user_id, identifier_hash, approved_at)
      select gen_random_uuid(), id, sha256('muchos'::bytea), now() from users where uuid = ${cast.carla.uuid}
      returning id, user_id
    ), sessions as (
      insert into sessions (user_id, device_id, token_hash)
      select user_id, id, sha256(n::text::bytea) from one, generate_series(1, 150) n returning id, user_id
    )
    insert into push_subscriptions (session_id, user_id, endpoint, host, p256dh, auth)
    select id, user_id, concat('https://push.example.com/', id), 'push.example.com', 'x', 'x' from sessions`);
  const newest = await service.subscribe(await app.signIn(cast.carla.email));
  const kept = await app.ctx.db.many<{ endpoint: string }>(sql`
    select s.endpoint from push_subscriptions s join users u on u.id = s.user_id
    where u.uuid = ${cast.carla.uuid} order by s.id desc`);
  expect([kept.length, kept[0]?.endpoint]).toEqual([100, newest.endpoint]);
  await app.ctx.db.run(sql`delete from push_subscriptions where host = 'push.example.com'`);
});

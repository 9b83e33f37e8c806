import { firstOf } from '@chat/contract/checks';
import { addGroupParticipants, removeGroupParticipant } from '@chat/contract/groups';
import { deleteMessage } from '@chat/contract/messages';
import { editMessage, replyToMessage, sendMessage } from '@chat/contract/writing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../../test/build-app.ts';
import { type Cast, directChatOf, gatherCast, sendText } from '../../../test/cast.ts';
import type { Client } from '../../../test/client.ts';
import {
  type PushedBrowser,
  type PushServiceOfTest,
  startPushService,
  trialPush,
} from '../../../test/push/push-service.ts';
import { expectInQueue, passSeconds, quickPushes } from '../../../test/push/queue.ts';
import { makeDue, schedule } from '../../../test/scheduled.ts';
import { defaultTiming } from '../../config/timing.ts';
import { sql } from '../../db/database.ts';

let service: PushServiceOfTest;
let app: TestApp;
let cast: Cast;
let direct: string;
let bruno: PushedBrowser;
let carla: PushedBrowser;
let diego: PushedBrowser;
const timing = quickPushes();
beforeAll(async () => {
  service = await startPushService();
  app = await startApp({ push: trialPush, timing, logLevel: 'warn' });
  cast = await gatherCast(app);
  direct = await directChatOf(cast.ana, cast.bruno, cast.ventas);
});
beforeEach(async () => {
  bruno = await service.subscribe(cast.bruno);
  carla = await service.subscribe(cast.carla);
  diego = await service.subscribe(cast.diego);
});
afterEach(async () => {
  await app.ctx.db.run(sql`delete from push_notifications`);
  await app.ctx.db.run(sql`update chat_members set notify_mode = 'all', notify_until = null`);
});
afterAll(async () => {
  await app.close();
  await service.stop();
});

const write = async (chat: string, text: string, by = cast.ana) =>
  firstOf((await sendText(by, chat, text)).content);
const call = async (text: string, mentioned: Client) => {
  const body = { type: 'TEXT' as const, content: text, mentionedUserIds: [mentioned.uuid] };
  const params = { chatId: cast.ventasChat };
  return firstOf((await cast.ana.call(sendMessage, { params, body })).content);
};
const mute = (person: Client, chat: string, mode: string, until: Date | null = null) =>
  app.ctx.db.run(sql`
    update chat_members m set notify_mode = ${mode}, notify_until = ${until} from chats c, users u
    where c.id = m.chat_id and u.id = m.user_id and c.uuid = ${chat} and u.uuid = ${person.uuid}`);
const bodies = (browser: PushedBrowser) => browser.pushes().map(({ body }) => body);
/** All that was to be pushed of what has been sent by now has come: Carla's browser gets what is sent last. */
async function fence(): Promise<void> {
  const last = await directChatOf(cast.ana, cast.carla, cast.ventas);
  const { uuid } = await write(last, 'fin');
  await expect.poll(() => carla.pushes().some(({ messageId }) => messageId === uuid)).toBe(true);
}

describe('a message is pushed', () => {
  test('to every browser of its receiver whose page is closed, and to nobody else', async () => {
    const brunoToo = await service.subscribe(await app.signIn(cast.bruno.email));
    const own = await service.subscribe(cast.ana);
    const { uuid } = await write(direct, 'Hola');
    const expected = {
      type: 'message',
      title: cast.ana.email,
      body: 'Hola',
      url: `/groups/${cast.ventas.uuid}?chat=${direct}`,
      chatId: direct,
      messageId: uuid,
    };
    expect(await bruno.expectCount(1)).toEqual([expected]);
    expect(await brunoToo.expectCount(1)).toEqual([expected]);
    const { headers } = firstOf(bruno.got);
    expect(headers.topic).toMatch(/^[\w-]{1,32}$/);
    expect(headers).toMatchObject({ ttl: '86400', 'content-encoding': 'aes128gcm' });
    await fence();
    expect([own.got, diego.got, bruno.got.length]).toEqual([[], [], 1]);
  });

  test('in a group under the sender and the group, with one topic for the chat', async () => {
    await write(cast.ventasChat, 'Uno');
    await bruno.expectCount(1);
    await write(cast.ventasChat, 'Dos');
    const got = await bruno.expectCount(2);
    expect(got.map(({ title }) => title)).toEqual(Array(2).fill(`${cast.ana.email} · Ventas`));
    expect(new Set(bruno.got.map(({ headers }) => headers.topic)).size).toBe(1);
    expect(diego.got).toEqual([]);
  });

  test('with the first 120 characters, and to whom it mentions with that', async () => {
    await call(`${'😀'.repeat(119)}ñandú`, cast.bruno);
    expect(firstOf(await bruno.expectCount(1)).body).toBe(`Te mencionó: ${'😀'.repeat(119)}ñ`);
    expect(firstOf(await carla.expectCount(1)).body).toBe(`${'😀'.repeat(119)}ñ`);
  });
});

describe('a scheduled message', () => {
  test('is pushed when it is sent, by what holds then, and not to its author', async () => {
    const own = await service.subscribe(cast.ana);
    const first = (await schedule(cast.ana, direct, 'a su hora')).content;
    const second = (await schedule(cast.ana, cast.ventasChat, 'silenciado mientras')).content;
    await fence();
    expect(bruno.got).toEqual([]);
    await mute(cast.bruno, cast.ventasChat, 'none');
    await makeDue(app, second);
    await carla.expectCount(2);
    await makeDue(app, first);
    expect(await bruno.expectCount(1)).toMatchObject([
      { type: 'message', title: cast.ana.email, body: 'a su hora', messageId: first.uuid },
    ]);
    await fence();
    expect([bruno.got.length, own.got, diego.got]).toEqual([1, [], []]);
  });
});

describe('no message is pushed', () => {
  test('of a personal chat, to its sender, or to whom has muted the chat', async () => {
    await mute(cast.bruno, direct, 'none');
    await mute(cast.bruno, cast.ventasChat, 'mentions');
    await write(direct, 'silencio');
    await write(cast.ventasChat, 'a todos');
    await fence();
    expect(bruno.got).toEqual([]);
    await mute(cast.bruno, direct, 'mentions');
    await write(direct, 'tampoco');
    await fence();
    expect(bruno.got).toEqual([]);
    await mute(cast.bruno, direct, 'none', new Date(Date.now() - 1_000));
    await write(direct, 'ya sí');
    await bruno.expectCount(1);
    expect(bodies(bruno)).toEqual(['ya sí']);
  });

  test('but a mention and a reply to an own message go through a chat muted but for mentions', async () => {
    await mute(cast.bruno, cast.ventasChat, 'mentions');
    await call('¿lo ves?', cast.bruno);
    await bruno.expectCount(1);
    const own = await write(cast.ventasChat, 'dicho por Bruno', cast.bruno);
    const body = { type: 'TEXT' as const, content: 'respuesta' };
    await cast.ana.call(replyToMessage, { params: { messageId: own.uuid }, body });
    await expect.poll(() => bodies(bruno)).toContain('respuesta');
    await mute(cast.bruno, cast.ventasChat, 'none');
    await call('nada', cast.bruno);
    await fence();
    expect(bodies(bruno)).not.toContain('Te mencionó: nada');
  });
});

describe('what is pushed already', () => {
  test('is pushed again without a sound where it is edited before it was seen', async () => {
    const { uuid } = await write(direct, 'Hola');
    await bruno.expectCount(1);
    await cast.ana.call(editMessage, { params: { messageId: uuid }, body: { content: 'Adiós' } });
    const [, again] = await bruno.expectCount(2);
    expect(again).toMatchObject({ type: 'message', body: 'Adiós', messageId: uuid, silent: true });
  });

  test('and with one to whom only the edit mentions', async () => {
    const { uuid } = await write(cast.ventasChat, 'mira');
    await Promise.all([bruno.expectCount(1), carla.expectCount(1)]);
    const body = { content: 'mira tú', mentionedUserIds: [cast.bruno.uuid] };
    await cast.ana.call(editMessage, { params: { messageId: uuid }, body });
    const [, again] = await bruno.expectCount(2);
    expect(again).toMatchObject({ body: 'Te mencionó: mira tú' });
    expect(again?.silent).toBeUndefined();
    const [, quiet] = await carla.expectCount(2);
    expect(quiet).toMatchObject({ body: 'mira tú', silent: true });
  });

  test('calls a person once for one message, however often an edit names them', async () => {
    const { uuid } = await call('mira', cast.bruno);
    await bruno.expectCount(1);
    const edit = (content: string, mentioned: Client[]) => {
      const body = { content, mentionedUserIds: mentioned.map((one) => one.uuid) };
      return cast.ana.call(editMessage, { params: { messageId: uuid }, body });
    };
    for (const round of ['una', 'otra']) {
      await edit(`nadie, ${round}`, []);
      await expect.poll(() => bodies(bruno)).toContain(`nadie, ${round}`);
      await edit(`los dos, ${round}`, [cast.bruno, cast.carla]);
      await expect.poll(() => bodies(bruno)).toContain(`Te mencionó: los dos, ${round}`);
      await expect.poll(() => bodies(carla)).toContain(`Te mencionó: los dos, ${round}`);
    }
    const loud = (browser: PushedBrowser) => browser.pushes().filter(({ silent }) => !silent);
    expect(loud(bruno).map(({ body }) => body)).toEqual(['Te mencionó: mira']);
    expect(loud(carla).map(({ body }) => body)).toEqual(['mira', 'Te mencionó: los dos, una']);
  });

  test('is withdrawn once it is seen on any device', async () => {
    const { uuid } = await write(direct, 'Hola');
    await bruno.expectCount(1);
    const live = await (await app.signIn(cast.bruno.email)).connect();
    await live.emit('seen', { chatId: direct });
    const [, withdrawn] = await bruno.expectCount(2);
    expect(withdrawn).toMatchObject({
      type: 'withdraw',
      title: '',
      body: '',
      chatId: direct,
      messageId: uuid,
    });
    live.close();
    await fence();
    expect(bruno.got).toHaveLength(2);
  });

  test('or deleted, or its chat is one that they were removed from', async () => {
    const { uuid } = await write(direct, 'Hola');
    await bruno.expectCount(1);
    await app.elena.call(deleteMessage, { params: { chatId: direct, messageId: uuid } });
    expect((await bruno.expectCount(2))[1]).toMatchObject({ type: 'withdraw', messageId: uuid });
    const inGroup = await write(cast.ventasChat, 'Hola');
    await bruno.expectCount(3);
    const params = { groupId: cast.ventas.uuid, userId: cast.bruno.uuid };
    await app.elena.call(removeGroupParticipant, { params });
    const left = await bruno.expectCount(4);
    expect(left[3]).toMatchObject({ type: 'withdraw', messageId: inGroup.uuid });
    const body = { userIds: [cast.bruno.uuid] };
    await app.elena.call(addGroupParticipants, { params: { groupId: cast.ventas.uuid }, body });
  });

  test.each(['push.apple.com', 'web.push.apple.com'])(
    'but never at a push service that forbids pushes without a sign: %s',
    async (host) => {
      await app.ctx.db.run(sql`
        update push_subscriptions set host = ${host} where endpoint = ${bruno.endpoint}`);
      const other = await service.subscribe(await app.signIn(cast.bruno.email));
      await write(direct, 'Hola');
      await Promise.all([bruno.expectCount(1), other.expectCount(1)]);
      const live = await (await app.signIn(cast.bruno.email)).connect();
      await live.emit('seen', { chatId: direct });
      live.close();
      await other.expectCount(2);
      await write(direct, 'después');
      await Promise.all([bruno.expectCount(2), other.expectCount(3)]);
      await fence();
      expect(bruno.pushes().map(({ type, body }) => `${type} ${body}`)).toEqual([
        'message Hola',
        'message después',
      ]);
      expect(other.pushes().map(({ type }) => type)).toEqual(['message', 'withdraw', 'message']);
    },
  );
});

test('of a chat at most one push a second leaves, and the newest goes', async () => {
  expect(defaultTiming.pushApartMs).toBe(1_000);
  timing.pushApartMs = 200_000;
  await write(direct, 'mensaje 1');
  await bruno.expectCount(1);
  await expectInQueue(app, bruno, 'rests');
  timing.pushApartMs = 10;
  for (let i = 2; i <= 30; i++) await write(direct, `mensaje ${i}`);
  await passSeconds(app, 100);
  await fence();
  await expectInQueue(app, bruno, 'rests');
  expect(bodies(bruno)).toEqual(['mensaje 1']);
  await passSeconds(app, 100);
  await bruno.expectCount(2);
  await fence();
  expect(bodies(bruno)).toEqual(['mensaje 1', 'mensaje 30']);
});

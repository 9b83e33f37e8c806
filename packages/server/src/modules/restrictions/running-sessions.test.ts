import { listAuditEvents } from '@chat/contract/audit';
import { listOwnGroups } from '@chat/contract/groups';
import { changeOwnPassword, getCurrentUser } from '@chat/contract/users';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { holdStatements } from '../../../test/before-statement.ts';
import { patientTiming, startApp, type TestApp } from '../../../test/build-app.ts';
import { type Cast, directChatOf, gatherCast, sendText, usersOf } from '../../../test/cast.ts';
import { type Client, PASSWORD } from '../../../test/client.ts';
import { signals } from '../../../test/matrix/signal-rows.ts';
import { at } from '../../../test/processes.ts';
import {
  type PushServiceOfTest,
  startPushService,
  trialPush,
} from '../../../test/push/push-service.ts';
import { sendHalfText } from '../../../test/raw-connection.ts';
import { type LiveClient, openSocket } from '../../../test/socket-client.ts';
import { sql } from '../../db/database.ts';

const NEW_PASSWORD = 'otra-clave-456';

const timing = { ...patientTiming, sessionAskMs: 0, presenceGraceMs: 10 };
let service: PushServiceOfTest;
let app: TestApp;
let cast: Cast;
let direct: string;
beforeAll(async () => {
  service = await startPushService();
  const before = await startApp({ push: trialPush, logLevel: 'warn', timing });
  const { ana, bruno, carla, diego, ...groups } = await gatherCast(before);
  app = await before.restart(async () => {}, { firstPassword: 'change' });
  cast = {
    ...groups,
    ana: at(app, ana),
    bruno: at(app, bruno),
    carla: at(app, carla),
    diego: at(app, diego),
    elena: app.elena,
  };
  direct = await directChatOf(cast.ana, cast.bruno, cast.ventas);
});
afterAll(async () => {
  await app.close();
  await service.stop();
});

const restrictUnseen = ({ uuid }: Client) =>
  app.ctx.db.run(sql`update users set password_must_change = true where uuid = ${uuid}`);

async function restrict(person: Client): Promise<void> {
  await restrictUnseen(person);
  app.ctx.sessions.refresh([person.user.id]);
}

/** The person does what they must, and gets their password of before back. */
async function release(person: Client): Promise<void> {
  for (const [currentPassword, password] of [
    [PASSWORD, NEW_PASSWORD],
    [NEW_PASSWORD, PASSWORD],
  ] as const) {
    const reply = await person.call(changeOwnPassword, { body: { currentPassword, password } });
    expect(reply.status).toBe(200);
  }
}

const register = (live: LiveClient, { token = '', uuid: userId }: Client) =>
  live.emit('register', { accessToken: token, userId });

describe('a session that becomes restricted while it runs', () => {
  test.each(['websocket', 'polling'])(
    'hears so, and then nothing and is served nothing until it registers again: by %s',
    async (transport) => {
      const { token, uuid: userId } = cast.bruno;
      const live = await openSocket(app.url, { token }, {}, { transports: [transport] });
      expect(await register(live, cast.bruno)).toEqual({ ok: true });
      const carla = await cast.carla.connect();
      await restrict(cast.bruno);
      expect(await live.waitFor('session:restricted')).toEqual({ required: 'PASSWORD' });
      const refused = await cast.bruno.call(listOwnGroups, {});
      expect(refused).toMatchObject({ status: 403, errors: { required: ['PASSWORD'] } });
      live.forget();
      await sendText(cast.ana, cast.ventasChat, `mientras ${transport}`);
      await sendText(cast.ana, direct, 'mientras');
      await carla.waitFor('message', ({ content }) => content === `mientras ${transport}`);
      const payload = { chatId: cast.ventasChat, visible: true, accessToken: token, userId };
      for (const signal of signals) {
        const answer = { ok: false, message: refused.message };
        expect([signal, await live.emit(signal, payload)]).toEqual([signal, answer]);
      }
      expect(live.received).toEqual([]);

      await release(cast.bruno);
      expect(await live.emit('visibility', { visible: true })).toMatchObject({ ok: false });
      expect(await register(live, cast.bruno)).toEqual({ ok: true });
      await sendText(cast.ana, cast.ventasChat, `después ${transport}`);
      await live.waitFor('message', ({ content }) => content === `después ${transport}`);
      expect(live.all('session:restricted')).toEqual([]);
      live.close();
      carla.close();
    },
  );

  test('hears so where nobody said a word of it to the server', async () => {
    const live = await cast.bruno.connect();
    expect((await cast.bruno.call(getCurrentUser, {})).content.mustChangePassword).toBeUndefined();
    await restrictUnseen(cast.bruno);
    expect(await live.waitFor('session:restricted')).toEqual({ required: 'PASSWORD' });
    expect((await cast.bruno.call(listOwnGroups, {})).status).toBe(403);
    await release(cast.bruno);
    live.close();
  });

  test('does not register by what was read before, however long its turn takes to come', async () => {
    const carla = await app.signIn(cast.carla.email);
    const { token, uuid } = carla;
    const lives = await Promise.all([1, 2, 3, 4].map(() => openSocket(app.url, { token })));
    const { release: letGo } = holdStatements(app.ctx.db, 'where gp.user_id =');
    const answers = lives.map((live) => register(live, carla));
    // A later signal is answered: by then each has come to its turn, or waits for it.
    await Promise.all(lives.map((live) => live.emit('ping_server')));
    await restrict(carla);
    const registered = () =>
      app.ctx.realtime.liveRooms().filter(({ userUuid }) => userUuid === uuid);
    await expect.poll(registered).toEqual([]);
    letGo();
    for (const answer of answers) expect(await answer).toMatchObject({ ok: false });

    await release(carla);
    cast.carla = carla;
    for (const live of lives) expect(await register(live, carla)).toEqual({ ok: true });
    for (const live of lives) live.close();
    const status = async () =>
      (await usersOf(app.elena)).find((user) => user.uuid === uuid)?.connectionStatus;
    await expect.poll(status).toBe('DISCONNECTED');
  });

  test('sends no text whose body was still on its way', async () => {
    const finish = await sendHalfText(cast.bruno, cast.ventasChat);
    await restrict(cast.bruno);
    expect(await finish()).toBe(403);
    await release(cast.bruno);
  });

  test('watches nothing any more', async () => {
    const live = await app.elena.connect();
    expect(await live.emit('watch', { chatId: direct })).toEqual({ ok: true });
    await restrict(app.elena);
    await live.waitFor('session:restricted');
    live.forget();
    const bruno = await cast.bruno.connect();
    await sendText(cast.ana, direct, 'sin vigilar');
    await bruno.waitFor('message', ({ content }) => content === 'sin vigilar');
    await live.fence();
    expect(live.received).toEqual([]);
    await release(app.elena);
    // The entry follows the end of the watch.
    const actions = async () =>
      (await app.elena.call(listAuditEvents, {})).content.map(({ action }) => action);
    await expect.poll(actions).toContain('WATCH_ENDED');
    live.close();
    bruno.close();
  });

  test('is not seen to look at its page, and hears its end', async () => {
    const live = await cast.bruno.connect();
    await restrict(cast.bruno);
    await live.waitFor('session:restricted');
    const looking = () =>
      app.ctx.db.many(sql`
        select from visible_pages v join users u on u.id = v.user_id
        where u.uuid = ${cast.bruno.uuid} and v.until is null`);
    await expect.poll(looking).toEqual([]);
    const elsewhere = await app.signIn(cast.bruno.email);
    await release(elsewhere);
    expect(await live.waitFor('session:ended')).toEqual({ reason: 'password' });
    await live.closed();
    cast.bruno = elsewhere;
  });

  test('gets no push, and gets them again afterwards', async () => {
    const [bruno, carla] = [
      await service.subscribe(cast.bruno),
      await service.subscribe(cast.carla),
    ];
    await restrict(cast.bruno);
    await sendText(cast.ana, cast.ventasChat, 'sin aviso');
    await carla.expectCount(1);
    await release(cast.bruno);
    await sendText(cast.ana, cast.ventasChat, 'con aviso');
    const got = await bruno.expectCount(1);
    expect(got.map(({ body }) => body)).toEqual(['con aviso']);
  });
});

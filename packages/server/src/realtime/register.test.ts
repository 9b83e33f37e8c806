import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../test/build-app.ts';
import { type Cast, gatherCast, sendText } from '../../test/cast.ts';
import { openSocket } from '../../test/socket-client.ts';

let app: TestApp;
let cast: Cast;
beforeAll(async () => {
  app = await startApp();
  cast = await gatherCast(app);
});
afterAll(() => app.close());

describe('register', () => {
  test('before it a socket hears nothing, and may say nothing but ping_server', async () => {
    const live = await openSocket(app.url, { token: cast.ana.token });
    await sendText(cast.bruno, cast.ventasChat, 'Hola');
    for (const event of ['seen', 'delivered', 'typing', 'watch', 'unwatch'] as const) {
      expect(await live.emit(event, { chatId: cast.ventasChat })).toMatchObject({ ok: false });
    }
    expect(await live.emit('ping_server')).toEqual({ ok: true });
    expect(live.received).toEqual([]);
    live.close();
  });

  const claims = (): [string, unknown][] => [
    ["another user's id", { accessToken: cast.ana.token, userId: cast.bruno.uuid }],
    ["another session's token", { accessToken: cast.bruno.token, userId: cast.ana.uuid }],
    ['no id', { accessToken: cast.ana.token }],
    ['no token', { userId: cast.ana.uuid }],
    ['the number instead of the uuid', { accessToken: cast.ana.token, userId: cast.ana.user.id }],
    ['nothing', undefined],
    ['null', null],
    ['a text', 'ana'],
  ];
  test('that does not name the session’s own user is answered, then the socket is closed', async () => {
    for (const [what, claim] of claims()) {
      const live = await openSocket(app.url, { token: cast.ana.token });
      expect([what, await live.emit('register', claim)]).toMatchObject([what, { ok: false }]);
      await live.closed();
    }
  });

  test('counts once, however often it is said', async () => {
    const live = await cast.ana.connect();
    const claim = { accessToken: cast.ana.token, userId: cast.ana.uuid.toUpperCase() };
    expect(await live.emit('register', claim)).toEqual({ ok: true });
    await sendText(cast.bruno, cast.ventasChat, 'Una vez');
    await live.fence();
    expect(live.all('message').filter(({ content }) => content === 'Una vez')).toHaveLength(1);
    live.close();
  });
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../test/build-app.ts';
import { type Cast, gatherCast } from '../../test/cast.ts';

let app: TestApp;
let cast: Cast;
beforeAll(async () => {
  app = await startApp();
  cast = await gatherCast(app);
});
afterAll(() => app.close());

describe('malformed payloads', () => {
  const circularDepth: unknown = JSON.parse('['.repeat(2_000) + ']'.repeat(2_000));
  const wrong: [string, unknown][] = [
    ['nothing', undefined],
    ['null', null],
    ['a text', 'hola'],
    ['a number', 7],
    ['a list', []],
    ['an empty object', {}],
    ['chatId null', { chatId: null }],
    ['chatId a number', { chatId: 7 }],
    ['chatId a list', { chatId: ['a'] }],
    ['chatId no uuid', { chatId: 'no-es-un-uuid' }],
    ['chatId with NUL', { chatId: '00000000-0000-4000-8000-00000000000\u0000' }],
    ['chatId half a character', { chatId: '\ud800' }],
    ['chatId of 1 MB', { chatId: 'x'.repeat(2 ** 20) }],
    ['deep nesting', circularDepth],
    ['bytes', Buffer.from('hola')],
    ['__proto__', JSON.parse('{"__proto__":{"chatId":"a"}}')],
  ];

  test.each(['seen', 'delivered', 'typing', 'watch', 'unwatch'] as const)(
    'of %s are answered {ok: false, message} and the socket lives on',
    async (event) => {
      const live = await app.elena.connect();
      for (const [what, payload] of wrong) {
        const answer = await live.emit(event, payload);
        expect([what, answer]).toEqual([what, { ok: false, message: expect.any(String) }]);
      }
      expect(live.socket.connected).toBe(true);
      live.close();
    },
  );

  test.each([-1, 1.5, '7', null, Number.MAX_VALUE, [1], {}])(
    'upToSeq cannot be %j',
    async (upToSeq) => {
      const live = await cast.ana.connect();
      for (const event of ['seen', 'delivered'] as const) {
        const answer = await live.emit(event, { chatId: cast.ventasChat, upToSeq });
        expect(answer).toMatchObject({ ok: false });
      }
      live.close();
    },
  );

  test('of ping_server do not matter', async () => {
    const live = await cast.ana.connect();
    for (const [, payload] of wrong)
      expect(await live.emit('ping_server', payload)).toEqual({ ok: true });
    live.close();
  });

  test('without an ack, with several, or with more arguments harm nobody', async () => {
    const live = await cast.ana.connect();
    const { raw } = live;
    for (const event of ['seen', 'delivered', 'typing', 'watch', 'unwatch']) {
      raw.emit(event);
      raw.emit(event, 1, 2, 3, { chatId: 7 });
      raw.emit(
        event,
        () => {},
        () => {},
      );
    }
    expect(await live.emit('ping_server')).toEqual({ ok: true });
    live.close();
  });

  test('unknown events are ignored', async () => {
    const live = await cast.ana.connect();
    const { raw } = live;
    for (const event of ['message', 'nonsense', 'toString', '__proto__', 'session:ended']) {
      raw.emit(event, { chatId: cast.ventasChat });
    }
    await live.fence();
    expect(live.socket.connected).toBe(true);
    live.close();
  });
});

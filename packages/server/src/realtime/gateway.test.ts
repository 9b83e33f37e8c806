import { once } from 'node:events';
import { createServer, get } from 'node:http';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { answerTo } from '../../test/answer-to.ts';
import { startApp, type TestApp } from '../../test/build-app.ts';
import { type Cast, gatherCast, sendText } from '../../test/cast.ts';
import { openSocket } from '../../test/socket-client.ts';
import { createAddresses } from '../http/addresses.ts';
import { portOf } from '../http/port-of.ts';
import { openGateway } from './gateway.ts';

let app: TestApp;
let cast: Cast;
beforeAll(async () => {
  app = await startApp();
  cast = await gatherCast(app);
});
afterAll(() => app.close());

const open = (auth: Record<string, unknown>, headers?: Record<string, string>) =>
  openSocket(app.url, auth, headers);

describe('connecting', () => {
  test.each([
    ['no token', {}],
    ['an empty one', { token: '' }],
    ['an unknown one', { token: 'nobody' }],
    ['a list', { token: ['a'] }],
    ['an object', { token: { $ne: '' } }],
    ['a number', { token: 7 }],
    ['null', { token: null }],
    ['NUL', { token: '\u0000' }],
    ['a long one', { token: 'x'.repeat(100_000) }],
  ])("with a bad token is connect_error 'unauthorized': %s", async (_, auth) => {
    await expect(open(auth)).rejects.toThrow(/^unauthorized$/);
  });

  test('tells of a heartbeat every 10 seconds, after which a lost socket is noticed within 20', async () => {
    const answer = await fetch(`${app.url}/socket.io/?EIO=4&transport=polling`);
    const { pingInterval, pingTimeout } = JSON.parse((await answer.text()).slice(1));
    expect(pingInterval).toBe(10_000);
    expect(pingInterval + pingTimeout).toBeLessThan(20_000);
  });

  test("whose token cannot be looked up is connect_error 'unavailable': the session may well live", async () => {
    const server = createServer();
    const away = async () => {
      throw new Error('the database is away');
    };
    const io = openGateway(
      server,
      away,
      undefined,
      { isLagging: () => false },
      createAddresses(false),
    );
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const port = portOf(server);
    await expect(openSocket(`http://127.0.0.1:${port}`, { token: 'any' })).rejects.toThrow(
      /^unavailable$/,
    );
    await io.close();
  });

  test('takes the token as token or accessToken', async () => {
    for (const auth of [{ token: cast.ana.token }, { accessToken: cast.ana.token }]) {
      const live = await open(auth);
      await live.fence();
      live.close();
    }
  });

  test('from a foreign page is refused', async () => {
    const auth = { token: cast.ana.token };
    const origins = ['https://malo.example', 'null', 'http://localhost.malo.example', 'file://'];
    for (const origin of origins) await expect(open(auth, { origin })).rejects.toThrow();
  });

  test('from our own page, or from no page at all, is served', async () => {
    const port = new URL(app.url).port;
    for (const origin of [app.url, `http://localhost:${port}`, undefined]) {
      const live = await open({ token: cast.ana.token }, origin ? { origin } : {});
      await live.fence();
      live.close();
    }
  });

  test('from PUBLIC_URL is served, whatever the name the server is called by', async () => {
    const other = await startApp({ publicUrl: 'https://chat.empresa.example' });
    const auth = { token: other.elena.token };
    const live = await openSocket(other.url, auth, { origin: 'https://chat.empresa.example' });
    await live.fence();
    live.close();
    const origin = `http://localhost:${new URL(other.url).port}`;
    await expect(openSocket(other.url, auth, { origin })).rejects.toThrow();
    await other.close();
  });

  test('by polling goes through the same checks', async () => {
    const path = `${app.url}/socket.io/?EIO=4&transport=polling`;
    expect((await fetch(path, { headers: { origin: 'https://malo.example' } })).status).toBe(403);
    expect((await fetch(path)).status).toBe(200);
  });
});

describe('before a token is shown', () => {
  const polling = () => `${app.url}/socket.io/?EIO=4&transport=polling`;
  const beginPolling = async () => {
    const [, sid] = /"sid":"([^"]+)"/.exec(await (await fetch(polling())).text()) ?? [];
    return `${polling()}&sid=${sid}`;
  };

  test('a packet may hold 100 kB, as a frame and as a body', async () => {
    await expect(open({ token: 'x'.repeat(150 * 1024) })).rejects.toThrow();
    const body = `40${JSON.stringify({ token: 'x'.repeat(150 * 1024) })}`;
    const answer = await fetch(await beginPolling(), { method: 'POST', body });
    expect(answer.status).toBe(413);
  });

  test('of a body that is larger the rest is not read, nor what comes behind it', async () => {
    const { pathname, search, port } = new URL(await beginPolling());
    const head = (...lines: string[]) => `${[...lines, 'Host: localhost'].join('\r\n')}\r\n\r\n`;
    const stranger = connect(Number(port), '127.0.0.1').on('error', () => {});
    stranger.write(head(`POST ${pathname}${search} HTTP/1.1`, 'Content-Length: 1900000'));
    stranger.write('4'.repeat(1_900_000));
    stranger.write(head('GET /api/health HTTP/1.1'));
    const statuses: string[] = [];
    stranger.setEncoding('latin1').on('data', (answers: string) => {
      statuses.push(...(answers.match(/(?<=HTTP\/1\.1 )\d+/g) ?? []));
      if (statuses.length > 1) stranger.destroy();
    });
    await once(stranger, 'close');
    expect(statuses).not.toContain('200');
  });

  test('afterwards it may hold more, by polling too', async () => {
    const how = { transports: ['polling'] };
    const live = await openSocket(app.url, { token: cast.ana.token }, {}, how);
    const large = { chatId: 'x'.repeat(2 ** 20) };
    expect(await live.emit('seen', large)).toMatchObject({ ok: false });
    live.close();
  });

  test('one address has only so many connections; others, and who shows one, come in', async () => {
    const { port } = new URL(app.url);
    const path = '/socket.io/?EIO=4&transport=polling';
    const statusFrom = async (localAddress: string) => {
      const asking = get({ host: '127.0.0.1', port, path, localAddress, agent: false });
      const response = await answerTo(asking);
      response.resume();
      return response.statusCode;
    };
    // All at once: a connection on which nobody polls ends by itself after some seconds.
    const statuses = await Promise.all(Array.from({ length: 500 }, () => statusFrom('127.0.0.2')));
    expect(statuses).toEqual(Array(500).fill(200));
    expect(await statusFrom('127.0.0.2')).toBe(403);
    expect(await statusFrom('127.0.0.3')).toBe(200);
    const live = await open({ token: cast.ana.token });
    await live.fence();
    live.close();
  });
});

describe('register', () => {
  test('before it a socket hears nothing, and may say nothing but ping_server', async () => {
    const live = await open({ token: cast.ana.token });
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
      const live = await open({ token: cast.ana.token });
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

  test('after the session has ended is refused', async () => {
    const other = await app.signIn(cast.ana.email);
    const live = await open({ token: other.token });
    await other.request('POST', '/auth/logout');
    await live.closed();
    expect(live.all('message')).toEqual([]);
  });
});

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

import { once } from 'node:events';
import { get } from 'node:http';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { answerTo } from '../../test/answer-to.ts';
import { startApp, type TestApp } from '../../test/build-app.ts';
import { type Cast, gatherCast } from '../../test/cast.ts';
import { openSocket } from '../../test/socket-client.ts';

let app: TestApp;
let cast: Cast;
beforeAll(async () => {
  app = await startApp();
  cast = await gatherCast(app);
});
afterAll(() => app.close());

describe('before a token is shown', () => {
  const polling = () => `${app.url}/socket.io/?EIO=4&transport=polling`;
  const beginPolling = async () => {
    const [, sid] = /"sid":"([^"]+)"/.exec(await (await fetch(polling())).text()) ?? [];
    return `${polling()}&sid=${sid}`;
  };

  test('a packet may hold 100 kB, as a frame and as a body', async () => {
    await expect(openSocket(app.url, { token: 'x'.repeat(150 * 1024) })).rejects.toThrow();
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
    // All at once: a connection without a poll ends by itself after some seconds.
    const statuses = await Promise.all(Array.from({ length: 500 }, () => statusFrom('127.0.0.2')));
    expect(statuses).toEqual(Array(500).fill(200));
    expect(await statusFrom('127.0.0.2')).toBe(403);
    expect(await statusFrom('127.0.0.3')).toBe(200);
    const live = await openSocket(app.url, { token: cast.ana.token });
    await live.fence();
    live.close();
  });
});

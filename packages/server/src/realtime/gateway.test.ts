import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBareGateway } from '../../test/bare-gateway.ts';
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
    const { io, url } = await openBareGateway(async () => {
      throw new Error('the database is away');
    });
    await expect(openSocket(url, { token: 'any' })).rejects.toThrow(/^unavailable$/);
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

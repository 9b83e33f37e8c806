import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { headOf, openRawConnection, type RawConnection } from '../../../test/raw-connection.ts';
import type { TrustedProxies } from '../../config/setting-values.ts';
import { createAddresses, portOf } from '../addresses.ts';
import { limitUnfinished, type Unfinished, type UnfinishedLimits } from './unfinished.ts';

const patient = { strangerMs: 60_000, maxOfAddress: 2, maxOfPerson: 2, silentMs: 60_000 };

let server: Server;
let unfinished: Unfinished;
let connections: RawConnection[];
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
});
afterEach(async () => {
  vi.useRealTimers();
  unfinished.close();
  for (const { socket } of connections) socket.destroy();
  server.close();
  await once(server, 'close');
});

/** A server that answers whole requests; the header `x-session` admits a caller before the body has come. */
async function serve(limits: Partial<UnfinishedLimits> = {}, trusted: TrustedProxies = false) {
  connections = [];
  server = createServer((request, response) => {
    const person = request.headers['x-session'];
    // Like the search for a session, the admission comes in a later microtask.
    if (person) queueMicrotask(() => unfinished.admit(request, String(person), 60_000));
    request.resume().on('end', () => response.end(`whole from ${request.url}`));
  });
  unfinished = limitUnfinished(server, createAddresses(trusted), { ...patient, ...limits });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${portOf(server)}`;
  const connect = async (from?: string) => {
    const accepted = once(server, 'connection');
    const one = await openRawConnection(url, from);
    connections.push(one);
    await accepted;
    return one;
  };
  /** Sends a request without its last byte. */
  const begin = async (headers: string[] = [], from?: string, length = 2) => {
    const arrived = once(server, 'request');
    const one = await connect(from);
    one.socket.write(headOf('POST /slow', [`Content-Length: ${length}`, ...headers], '{'));
    await arrived;
    return one;
  };
  return { connect, begin };
}

const WHOLE = headOf('POST /quick', ['Content-Length: 2'], '{}');

test('a body has its time in all, however many bytes it drips', async () => {
  const { begin } = await serve({ strangerMs: 10_000 });
  const arriving = once(server, 'request');
  const one = await begin([], undefined, 500);
  const [request] = await arriving;
  for (let seconds = 0; seconds < 9; seconds++) {
    const dripped = once(request, 'data');
    one.socket.write('x');
    await dripped;
    vi.advanceTimersByTime(1_000);
  }
  expect(request.destroyed).toBe(false);
  vi.advanceTimersByTime(1_000);
  await one.closed;
  expect(one.received()).toMatch(/^HTTP\/1\.1 408 /);
  expect(one.received()).toContain('"message":"La petición tardó demasiado en llegar"');
});

test('one address may have only so many bodies under way; others, and what comes whole, are served', async () => {
  const { begin, connect } = await serve();
  const begun = [await begin(), await begin()];
  const refused = await begin();
  await refused.closed;
  expect(refused.received()).toMatch(/^HTTP\/1\.1 429 [\s\S]*Retry-After: 1\r\n/);
  expect(refused.received()).toContain('"message":"Demasiados intentos.');
  for (const from of ['127.0.0.1', '127.0.0.2']) {
    const whole = await connect(from);
    whole.socket.write(WHOLE);
    await whole.waitFor('whole from /quick');
  }
  await begin([], '127.0.0.2');
  for (const { socket } of begun) socket.write('}');
  for (const one of begun) await one.waitFor('whole from /slow');
  const next = await begin();
  next.socket.write('}');
  await next.waitFor('whole from /slow');
});

test('behind a proxy whoever it speaks for is counted, not the proxy', async () => {
  const { begin } = await serve({}, true);
  const from = (address: string) => [`X-Forwarded-For: ${address}`];
  for (let n = 0; n < 2; n++) await begin(from('192.0.2.1'));
  const refused = await begin(from('192.0.2.1'));
  await refused.closed;
  const other = await begin(from('192.0.2.2'));
  other.socket.write('}');
  await other.waitFor('whole from /slow');
});

test('whoever has shown a session has more time, and is counted for themselves', async () => {
  const { begin } = await serve({ strangerMs: 0 });
  const ana = [await begin(['X-Session: ana']), await begin(['X-Session: ana'])];
  const bruno = await begin(['X-Session: bruno']);
  const stranger = await begin();
  await nextTurn();
  vi.advanceTimersByTime(1_000);
  await stranger.closed;
  const third = await begin(['X-Session: ana']);
  await third.closed;
  expect([stranger, third].map((one) => one.received().slice(9, 12))).toEqual(['408', '429']);
  for (const one of [...ana, bruno]) {
    one.socket.write('}');
    await one.waitFor('whole from /slow');
  }
});

test('of connections on which nothing is asked, an address keeps only so many', async () => {
  const { connect } = await serve({ silentMs: 0 });
  const [first, second, third] = [await connect(), await connect(), await connect()];
  const other = await connect('127.0.0.2');
  vi.advanceTimersByTime(1_000);
  await first.closed;
  for (const one of [second, third, other]) {
    one.socket.write(WHOLE);
    await one.waitFor('whole from /quick');
  }
});

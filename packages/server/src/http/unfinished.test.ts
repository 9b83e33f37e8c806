import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { headOf, openLine, type RawLine } from '../../test/raw-line.ts';
import type { TrustedProxies } from '../config/trusted-proxies.ts';
import { createAddresses } from './addresses.ts';
import { limitUnfinished, type Unfinished, type UnfinishedLimits } from './unfinished.ts';

const patient = { strangerMs: 60_000, maxOfAddress: 2, maxOfPerson: 2, silentMs: 60_000 };

let server: Server;
let unfinished: Unfinished;
let lines: RawLine[];
afterEach(async () => {
  unfinished.close();
  for (const { socket } of lines) socket.destroy();
  server.close();
  await once(server, 'close');
});

/** A server that answers whole requests; `x-session` lets somebody in before the body has come. */
async function serve(limits: Partial<UnfinishedLimits> = {}, trusted: TrustedProxies = false) {
  lines = [];
  server = createServer((request, response) => {
    const person = request.headers['x-session'];
    // As a session is found: not within the same breath.
    if (person) queueMicrotask(() => unfinished.admit(request, String(person), 60_000));
    request.resume().on('end', () => response.end(`whole from ${request.url}`));
  });
  unfinished = limitUnfinished(server, createAddresses(trusted), { ...patient, ...limits });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const line = async (from?: string) => {
    const one = await openLine(url, from);
    lines.push(one);
    return one;
  };
  /** A request of which all but the last byte has come. */
  const begin = async (headers: string[] = [], from?: string) => {
    const arrived = once(server, 'request');
    const one = await line(from);
    one.socket.write(headOf('POST /slow', ['Content-Length: 2', ...headers], '{'));
    await arrived;
    return one;
  };
  return { line, begin };
}

const WHOLE = headOf('POST /quick', ['Content-Length: 2'], '{}');

test('a body has its time in all, however many bytes it drips', async () => {
  const { line } = await serve({ strangerMs: 500 });
  const one = await line();
  one.socket.write(headOf('POST /slow', ['Content-Length: 500']));
  const dripping = setInterval(() => one.socket.write('x'), 50);
  await one.closed;
  clearInterval(dripping);
  expect(one.heard()).toMatch(/^HTTP\/1\.1 408 /);
  expect(one.heard()).toContain('"message":"La petición tardó demasiado en llegar"');
});

test('one address may have only so many bodies under way; others, and what comes whole, are served', async () => {
  const { begin, line } = await serve();
  const held = [await begin(), await begin()];
  const refused = await begin();
  await refused.closed;
  expect(refused.heard()).toMatch(/^HTTP\/1\.1 429 [\s\S]*Retry-After: 1\r\n/);
  expect(refused.heard()).toContain('"message":"Demasiados intentos.');
  for (const from of ['127.0.0.1', '127.0.0.2']) {
    const whole = await line(from);
    whole.socket.write(WHOLE);
    await whole.hears('whole from /quick');
  }
  await begin([], '127.0.0.2');
  for (const { socket } of held) socket.write('}');
  for (const one of held) await one.hears('whole from /slow');
  const next = await begin();
  next.socket.write('}');
  await next.hears('whole from /slow');
});

test('behind a proxy whoever it speaks for is counted, not the proxy', async () => {
  const { begin } = await serve({}, true);
  const from = (address: string) => [`X-Forwarded-For: ${address}`];
  for (let n = 0; n < 2; n++) await begin(from('192.0.2.1'));
  const refused = await begin(from('192.0.2.1'));
  await refused.closed;
  const other = await begin(from('192.0.2.2'));
  other.socket.write('}');
  await other.hears('whole from /slow');
});

test('whoever has shown a session has more time, and is counted for themselves', async () => {
  const { begin } = await serve({ strangerMs: 0 });
  const ana = await Promise.all([begin(['X-Session: ana']), begin(['X-Session: ana'])]);
  const bruno = await begin(['X-Session: bruno']);
  const stranger = await begin();
  await stranger.closed;
  const third = await begin(['X-Session: ana']);
  await third.closed;
  expect([stranger, third].map((one) => one.heard().slice(9, 12))).toEqual(['408', '429']);
  for (const one of [...ana, bruno]) {
    one.socket.write('}');
    await one.hears('whole from /slow');
  }
});

test('of connections on which nothing is asked, an address keeps only so many', async () => {
  const { line } = await serve({ silentMs: 0 });
  const [first, second, third] = [await line(), await line(), await line()];
  const other = await line('127.0.0.2');
  await first.closed;
  for (const one of [second, third, other]) {
    one.socket.write(WHOLE);
    await one.hears('whole from /quick');
  }
});

import { once } from 'node:events';
import type { FastifyInstance } from 'fastify';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { headOf, openRawConnection, type RawConnection } from '../../../test/raw-connection.ts';
import { createLog } from '../../config/log.ts';
import { createAddresses, portOf } from '../addresses.ts';
import { serveApiDocs } from '../api-docs.ts';
import { createBoundedLog, createRefusals } from '../bounded-log.ts';
import { throttleByAddress } from '../public-files.ts';
import { createHttpServer } from '../server.ts';
import { createOverload, type Overload, type OverloadLimits } from './overload.ts';

// More bytes than the system buffers for a reader who reads nothing.
const LARGE_BYTES = 64 * 2 ** 20;
const JSON_TYPE = { 'content-type': 'application/json' };
const JSON_BODY = ['Content-Type: application/json'];

const addresses = createAddresses(false);
const patient = { maxLagMs: 60_000, lateLooks: 4 };

let http: FastifyInstance;
let overload: Overload;
afterEach(async () => {
  overload.close();
  http.server.closeAllConnections();
  await http.close();
});

/** A server whose `/api/slow` reports each caller and lets them wait for `open`. */
async function serve(limits: OverloadLimits) {
  overload = createOverload(limits);
  const logger = createLog('silent');
  const boundedLog = createBoundedLog(logger);
  const refusals = createRefusals(boundedLog);
  const rest = { addresses, maxUploadBytes: 1, isSecure: false, boundedLog, refusals };
  http = await createHttpServer({ logger, ...rest, overload });
  const arrivals: (() => void)[] = [];
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  const gone: Promise<unknown>[] = [];
  http.get('/api/slow', async (_, reply) => {
    gone.push(once(reply.raw, 'close'));
    arrivals.shift()?.();
    await opened;
    return {};
  });
  http.get('/api/health', () => ({}));
  http.post('/api/taken', () => ({}));
  http.get('/api/large', (_, reply) => {
    setImmediate(() => http.server.emit('answered'));
    return reply.send(Buffer.alloc(LARGE_BYTES));
  });
  serveApiDocs(http, throttleByAddress(addresses));
  await http.listen({ port: 0 });
  const port = portOf(http.server);
  const url = `http://localhost:${port}`;
  const get = (path: string, signal?: AbortSignal) =>
    fetch(`${url}${path}`, signal ? { signal } : {});
  /** Starts a call and waits until it has reached its route. */
  const begin = async (signal?: AbortSignal) => {
    const arrived = new Promise<void>((resolve) => arrivals.push(resolve));
    const answer = get('/api/slow', signal);
    await arrived;
    return { answer };
  };
  return { url, get, begin, open, gone };
}

test('beyond the most at once new work is 503 with Retry-After, what is under way is done, and then there is room', async () => {
  const { get, begin, open } = await serve({ maxConcurrent: 2, ...patient });
  const running = [await begin(), await begin()];
  const refused = await get('/api/slow');
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '2']);
  expect(await refused.json()).toMatchObject({
    statusCode: 503,
    message: 'El servidor está ocupado. Intenta nuevamente en unos segundos.',
  });
  expect((await get('/api/health')).status).toBe(200);
  open();
  for (const { answer } of running) expect((await answer).status).toBe(200);
  expect((await get('/api/slow')).status).toBe(200);
});

test('who goes away before their answer leaves their place', async () => {
  const { get, begin, open, gone } = await serve({ maxConcurrent: 1, ...patient });
  const leaving = new AbortController();
  const { answer } = await begin(leaving.signal);
  leaving.abort();
  await expect(answer).rejects.toThrow();
  await gone[0];
  open();
  expect((await get('/api/slow')).status).toBe(200);
});

test('a request whose body does not come is no work, nor is an answer that nobody takes', async () => {
  const { get, url } = await serve({ maxConcurrent: 1, ...patient });
  const connections: RawConnection[] = [];
  for (let n = 0; n < 3; n++) {
    const connection = await openRawConnection(url);
    const arrived = once(http.server, 'request');
    connection.socket.write(headOf('POST /api/taken', [...JSON_BODY, 'Content-Length: 500'], '{'));
    await arrived;
    connections.push(connection);
  }
  for (let n = 0; n < 3; n++) {
    const connection = await openRawConnection(url);
    connection.socket.pause();
    const answered = new Promise((resolve) => http.server.once('answered', resolve));
    connection.socket.write(headOf('GET /api/large'));
    await answered;
    connections.push(connection);
  }
  const taken = await fetch(`${url}/api/taken`, { method: 'POST', body: '{}', headers: JSON_TYPE });
  expect(taken.status).toBe(200);
  expect((await get('/api/large')).status).toBe(200);
  for (const { socket } of connections) socket.destroy();
});

test('files are no work', async () => {
  const { begin, get, open } = await serve({ maxConcurrent: 1, ...patient });
  const { answer } = await begin();
  expect((await get('/api/docs/static/swagger-ui.css')).status).toBe(200);
  expect((await get('/api/slow')).status).toBe(503);
  open();
  expect((await answer).status).toBe(200);
});

test('while the process lags, work of the API waits outside; health is still told', async () => {
  const { get } = await serve({ maxConcurrent: 10, maxLagMs: 0, lateLooks: 0 });
  expect((await get('/api/slow')).status).toBe(503);
  expect((await get('/api/health')).status).toBe(200);
});

test('the process lags after looks in a row that came late, and no longer after one in time', () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  let now = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now);
  const lagging = createOverload({ maxConcurrent: 1, maxLagMs: 1_000, lateLooks: 2 });
  onTestFinished(() => {
    lagging.close();
    clock.mockRestore();
    vi.useRealTimers();
  });
  const isLaggingAfter = (ms: number) => {
    now += ms;
    vi.advanceTimersToNextTimer();
    return lagging.isLagging();
  };
  expect([2_000, 300, 2_000, 2_000, 300].map(isLaggingAfter)).toEqual([
    false,
    false,
    false,
    true,
    false,
  ]);
});

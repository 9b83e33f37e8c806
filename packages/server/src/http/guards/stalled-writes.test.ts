import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { headOf } from '../../../test/raw-connection.ts';
import { portOf } from '../addresses.ts';
import { bytesTaken, cutStalledWrites, openConnections } from './connections.ts';

// More bytes than the system buffers for a reader who reads nothing.
const ANSWER_BYTES = 64 * 2 ** 20;
const MAX_MS = 30_000;

let server: Server;
let stalledWrites: { close(): void };
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
  const answer = Buffer.alloc(ANSWER_BYTES);
  server = createServer((_, response) => response.end(answer));
  stalledWrites = cutStalledWrites(openConnections(server), MAX_MS);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(async () => {
  vi.useRealTimers();
  stalledWrites.close();
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
});

/** Requests the large answer and reads nothing of it yet; returns the server's socket too. */
async function ask(): Promise<{ socket: Socket; below: Socket }> {
  const accepted = new Promise<Socket>((settle) => server.once('connection', settle));
  const socket = connect(portOf(server), '127.0.0.1').pause();
  socket.on('error', () => {});
  socket.write(headOf('GET /'));
  return { socket, below: await accepted };
}

test('who takes nothing of an answer is cut off, however much they send meanwhile', async () => {
  const { socket, below } = await ask();
  socket.write('GET /');
  await once(below, 'data');
  vi.advanceTimersByTime(MAX_MS - 1);
  expect(below.destroyed).toBe(false);
  // The line may have taken some more since the first look.
  while (!below.destroyed) {
    socket.write('a');
    await once(below, 'data');
    vi.advanceTimersByTime(MAX_MS);
  }
  socket.destroy();
});

test('who takes it slowly gets all of it', async () => {
  const { socket, below } = await ask();
  let received = 0;
  let taken = bytesTaken(below);
  let waits = 0;
  for await (const chunk of socket) {
    received += chunk.length;
    if (received >= ANSWER_BYTES) break;
    if (bytesTaken(below) === taken) continue;
    // Each further part is taken only after most of the time in which nothing may be taken.
    taken = bytesTaken(below);
    vi.advanceTimersByTime(MAX_MS - 1_000);
    waits += 1;
  }
  expect(received).toBeGreaterThanOrEqual(ANSWER_BYTES);
  expect(waits).toBeGreaterThan(3);
});

import { required } from '@chat/contract/checks';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBareGateway } from '../../test/bare-gateway.ts';
import { type LiveClient, openSocket } from '../../test/socket-client.ts';
import { writableSocketOf } from './engine-io.ts';
import type { LiveServer, LiveSocket } from './live-sockets.ts';

let io: LiveServer;
let url: string;
beforeAll(async () => {
  ({ io, url } = await openBareGateway());
});
afterAll(() => io.close());

const clients: LiveClient[] = [];
afterAll(() => {
  for (const client of clients) client.close();
});

async function connect(transport: 'websocket' | 'polling'): Promise<LiveSocket> {
  const client = await openSocket(url, { token: 'any' }, {}, { transports: [transport] });
  clients.push(client);
  return required(io.sockets.sockets.get(client.socket.id ?? ''), 'socket');
}

const partAt = (start: object, path: string): unknown =>
  path.split('.').reduce<unknown>((part, name) => Object(part)[name], start);

describe('the parts of the libraries that no document names are there', () => {
  test.each([
    ['conn.upgrading', 'boolean'],
    ['conn.onPacket', 'function'],
    ['conn.writeBuffer.length', 'number'],
    ['conn.transport.writable', 'boolean'],
    ['conn.transport.onPacket', 'function'],
    ['conn.transport.socket.bufferedAmount', 'number'],
    ['conn.transport.socket.terminate', 'function'],
    ['conn.transport.socket._socket.writableLength', 'number'],
    ['conn.transport.socket._receiver._maxPayload', 'number'],
    ['client.writeToEngine', 'function'],
    ['nsp.server.encoder.encode', 'function'],
  ])('%s of a WebSocket', async (path, type) => {
    expect(typeof partAt(await connect('websocket'), path)).toBe(type);
  });

  test.each([
    ['conn.transport.maxHttpBufferSize', 'number'],
    ['conn.transport.onData', 'function'],
    ['conn.transport.onDataRequest', 'function'],
    ['conn.transport.onClose', 'function'],
    ['conn.transport.parser.decodePayload', 'function'],
  ])('%s of polling', async (path, type) => {
    expect(typeof partAt(await connect('polling'), path)).toBe(type);
  });
});

test('a write comes next to a WebSocket that waits for nothing, not to polling, nor to one that is closed', async () => {
  const [socket, polling] = [await connect('websocket'), await connect('polling')];
  expect(writableSocketOf(socket.conn, 1)?.remotePort).toBeGreaterThan(0);
  expect(writableSocketOf(socket.conn, 0)).toBeUndefined();
  expect(writableSocketOf(polling.conn, 1)).toBeUndefined();
  socket.disconnect(true);
  expect(writableSocketOf(socket.conn, 1)).toBeUndefined();
});

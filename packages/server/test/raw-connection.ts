import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { Client } from './client.ts';
import { statusesIn } from './raw-http.ts';

/** A connection that sends exact bytes, and remembers all bytes that come back. */
export interface RawConnection {
  socket: Socket;
  received(): string;
  /** Resolves when the text has arrived. */
  waitFor(text: string): Promise<void>;
  closed: Promise<unknown>;
}

/** Opens a connection from an address of this machine. */
export async function openRawConnection(url: string, from = '127.0.0.1'): Promise<RawConnection> {
  const { port } = new URL(url);
  const socket = connect({ host: '127.0.0.1', port: Number(port), localAddress: from });
  // A server that has hung up answers later bytes with a reset.
  socket.on('error', () => {});
  const closed = new Promise((resolve) => socket.once('close', resolve));
  let received = '';
  socket.on('data', (chunk: Buffer) => {
    received += chunk;
  });
  await once(socket, 'connect');
  return {
    socket,
    received: () => received,
    async waitFor(text) {
      while (!received.includes(text)) {
        await Promise.race([once(socket, 'data'), closed]);
        if (socket.destroyed && !received.includes(text))
          throw new Error(`closed after: ${received}`);
      }
    },
    closed,
  };
}

/** The head of a request, and the first part of its body. */
export const headOf = (first: string, headers: string[] = [], body = ''): string =>
  `${[`${first} HTTP/1.1`, 'Host: localhost', ...headers].join('\r\n')}\r\n\r\n${body}`;

/**
 * Begins to send a text, up to the midst of its body: the server has let the request in. The function that it gives
 * sends the rest, and gives the status.
 */
export async function sendHalfText(sender: Client, chatId: string): Promise<() => Promise<number>> {
  const body = JSON.stringify({ type: 'TEXT', content: 'A medias', referenceId: randomUUID() });
  const headers = [
    `Authorization: Bearer ${sender.token}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Expect: 100-continue',
    'Connection: close',
  ];
  const connection = await openRawConnection(sender.url);
  const path = `/api/chats/${chatId}/messages`;
  connection.socket.write(headOf(`POST ${path}`, headers, body.slice(0, 20)));
  await connection.waitFor('100 Continue');
  return async () => {
    connection.socket.write(body.slice(20));
    await connection.closed;
    return statusesIn(connection.received()).at(-1) ?? 0;
  };
}

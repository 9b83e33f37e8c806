import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** A connection on which the very bytes are sent, and all that comes back is remembered. */
export interface RawConnection {
  socket: Socket;
  received(): string;
  /** Resolves once that has been received. */
  waitFor(text: string): Promise<void>;
  closed: Promise<unknown>;
}

/** Opens one from an address of this machine. */
export async function openRawConnection(url: string, from = '127.0.0.1'): Promise<RawConnection> {
  const { port } = new URL(url);
  const socket = connect({ host: '127.0.0.1', port: Number(port), localAddress: from });
  // A server that has hung up already answers the rest with a reset.
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

/** The head of a request, and what of its body is sent with it. */
export const headOf = (first: string, headers: string[] = [], body = ''): string =>
  `${[`${first} HTTP/1.1`, 'Host: localhost', ...headers].join('\r\n')}\r\n\r\n${body}`;

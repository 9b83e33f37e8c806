import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { portOf } from '../src/http/addresses.ts';

/** A refusal in PostgreSQL's format: an error with severity, code and message, each ended by a NUL. */
export function refusal(code: string, words: string): Buffer {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C${code}\0M${words}\0\0`);
  const head = Buffer.from('E____');
  head.writeInt32BE(fields.length + 4, 1);
  return Buffer.concat([head, fields]);
}

export interface RefusingPostgres {
  /** The database's address through this proxy. */
  url: string;
  /** Answers to the next connections; later connections reach the database. */
  refusals: Buffer[];
  /** The database says this to each client that takes its leave. */
  farewell: Buffer | undefined;
  /** The number of connections so far. */
  asked(): number;
  close(): void;
}

const TERMINATE = Buffer.from('X\0\0\0\x04');

/** Opens a proxy before the server of `databaseUrl`. */
export async function openRefusingPostgres(databaseUrl: string): Promise<RefusingPostgres> {
  const url = new URL(databaseUrl);
  const { hostname, port } = url;
  let asked = 0;
  const server = createServer((socket: Socket) => {
    asked += 1;
    socket.on('error', () => {});
    const refused = proxy.refusals.shift();
    if (refused) {
      socket.once('data', () => socket.end(refused));
      return;
    }
    const behind = connect(Number(port), hostname);
    behind.on('error', () => socket.destroy());
    socket.on('data', (bytes) => {
      if (proxy.farewell && bytes.includes(TERMINATE)) socket.write(proxy.farewell);
    });
    socket.pipe(behind).pipe(socket);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  url.host = `127.0.0.1:${portOf(server)}`;
  const proxy: RefusingPostgres = {
    url: url.href,
    refusals: [],
    farewell: undefined,
    asked: () => asked,
    close: () => void server.close(),
  };
  return proxy;
}

import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { afterEach, expect, test } from 'vitest';
import { headOf, openRawConnection } from '../../../test/raw-connection.ts';
import type { TrustedProxies } from '../../config/setting-values.ts';
import { createAddresses, portOf } from '../addresses.ts';
import { answerOneByOne, openConnections } from './connections.ts';

let server: Server;
afterEach(async () => {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
});

async function serve(trusted: TrustedProxies = false) {
  const asked: { url: string; response: ServerResponse }[] = [];
  server = createServer(({ url = '' }, response) => asked.push({ url, response }));
  answerOneByOne(server, openConnections(server), createAddresses(trusted));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { asked, url: `http://127.0.0.1:${portOf(server)}` };
}

const get = (path: string) => headOf(`GET ${path}`);

test('what is asked ahead is begun when the answer before it is through, and answered in order', async () => {
  const { asked, url } = await serve();
  const connection = await openRawConnection(url);
  connection.socket.write(get('/one') + get('/two') + get('/three'));
  for (const path of ['/one', '/two', '/three']) {
    await expect.poll(() => asked.at(-1)?.url).toBe(path);
    asked.at(-1)?.response.end(`answer to ${path}`);
    await connection.waitFor(`answer to ${path}`);
  }
  expect(asked.map((one) => one.url)).toEqual(['/one', '/two', '/three']);
});

test('who asks too far ahead is hung up on, and others are served', async () => {
  const { asked, url } = await serve();
  const connection = await openRawConnection(url);
  connection.socket.write(get('/flood').repeat(30));
  await connection.closed;
  expect(asked).toHaveLength(1);
  const other = await openRawConnection(url);
  other.socket.write(get('/other'));
  await expect.poll(() => asked.at(-1)?.url).toBe('/other');
});

async function flood(url: string, from: string): Promise<void> {
  for (let n = 0; n < 20; n++) {
    const connection = await openRawConnection(url, from);
    connection.socket.write(get('/flood').repeat(30));
    await connection.closed;
  }
}

test('an address that does so again and again is not listened to for a while; others are', async () => {
  const { asked, url } = await serve();
  await flood(url, '127.0.0.2');
  const count = asked.length;
  const again = await openRawConnection(url, '127.0.0.2');
  again.socket.write(get('/again'));
  await again.closed;
  expect(asked).toHaveLength(count);
  const other = await openRawConnection(url, '127.0.0.3');
  other.socket.write(get('/other'));
  await expect.poll(() => asked.at(-1)?.url).toBe('/other');
});

test('a proxy is listened to whatever somebody behind it does', async () => {
  const { asked, url } = await serve(true);
  await flood(url, '127.0.0.2');
  const other = await openRawConnection(url, '127.0.0.2');
  other.socket.write(get('/other'));
  await expect.poll(() => asked.at(-1)?.url).toBe('/other');
});

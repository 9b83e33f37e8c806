import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { required } from '@chat/contract/shared/required';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { portOf } from '../http/port-of.ts';
import { sql } from './database.ts';
import { openDatabase } from './open-database.ts';

/** As PostgreSQL refuses somebody: an error with its severity, code and words, each ended by a NUL. */
function refusal(code: string, words: string): Buffer {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C${code}\0M${words}\0\0`);
  const head = Buffer.from('E____');
  head.writeInt32BE(fields.length + 4, 1);
  return Buffer.concat([head, fields]);
}

let database: TestDatabase;
let refusals: Buffer[];
let server: Server;
let asked: number;

const urlOfDatabase = () => new URL(required(database.pool.options.connectionString, 'database'));

/** Before the real server stands one that answers the first connections with `refusals`. */
function serve(socket: Socket): void {
  asked += 1;
  socket.on('error', () => {});
  const refused = refusals.shift();
  if (refused) {
    socket.once('data', () => socket.end(refused));
    return;
  }
  const { hostname, port } = urlOfDatabase();
  const behind = connect(Number(port), hostname);
  behind.on('error', () => socket.destroy());
  socket.pipe(behind).pipe(socket);
}

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.remove());

beforeEach(async () => {
  asked = 0;
  server = createServer(serve).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(() => server.close());

function open() {
  const databaseUrl = urlOfDatabase();
  databaseUrl.host = `127.0.0.1:${portOf(server)}`;
  return openDatabase({ databaseUrl: databaseUrl.href, dataDir: '' }, () => {});
}

test('a database that is starting or recovering is waited for', async () => {
  refusals = [
    refusal('57P03', 'the database system is starting up'),
    refusal('57P03', 'the database system is in recovery mode'),
  ];
  const db = await open();
  expect(await db.one(sql`select 1 as one`)).toEqual({ one: 1 });
  await db.close();
});

test('one that refuses for another reason is not', async () => {
  refusals = [refusal('28P01', 'password authentication failed')];
  await expect(open()).rejects.toThrow('password authentication failed');
  expect(asked).toBe(1);
});

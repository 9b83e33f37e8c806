import { getHealth } from '@chat/contract/system';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../test/build-app.ts';
import { type Cast, gatherCast, sendText } from '../../test/cast.ts';
import { type Cluster, startCluster } from '../../test/cluster.ts';
import { type Database, type Sql, sql } from './database.ts';
import { openDatabase } from './open-database.ts';

/*
 * A failover may leave open connections at a server that takes reads only from then on. Here the one server says so of
 * itself, to all connections or to new ones.
 */

const PATIENTLY = { timeout: 60_000 };
// Connections of a process.
const POOL = 10;

let cluster: Cluster;
let db: Database;
let app: TestApp;
let cast: Cast;
/** May write whatever the server says to the product. */
let operator: pg.Client;

beforeAll(async () => {
  cluster = await startCluster();
  const { url: databaseUrl } = cluster;
  db = await openDatabase({ databaseUrl, dataDir: '' }, () => {});
  app = await startApp({ databaseUrl }, { database: { db, remove: () => db.close() } });
  cast = await gatherCast(app);
});
beforeEach(async () => {
  operator = new pg.Client({ connectionString: cluster.url });
  await operator.connect();
});
afterEach(() => operator.end());
afterAll(async () => {
  await app.close();
  await cluster.stop();
});

const askHealth = () => app.client().request('GET', getHealth.path);
const healthIs = (status: number) =>
  expect.poll(async () => (await askHealth()).status, PATIENTLY).toBe(status);

async function setReadsOnly(
  how: 'set default_transaction_read_only = on' | 'reset default_transaction_read_only',
) {
  await operator.query(`alter system ${how}`);
  await operator.query('select pg_reload_conf()');
}

async function takeReadsOnly(): Promise<void> {
  await setReadsOnly('set default_transaction_read_only = on');
  await healthIs(503);
}

async function takeWrites(): Promise<void> {
  await setReadsOnly('reset default_transaction_read_only');
  await healthIs(200);
}

/** Returns what a query finds on each connection of the pool, while all of them are in use at once. */
async function onEach<T>(query: Sql): Promise<T[]> {
  let left = POOL;
  let goOn = () => {};
  const allAreThere = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const look = () =>
    db.transaction(async (tx) => {
      const { found } = await tx.one<{ found: T }>(query);
      left--;
      if (left === 0) goOn();
      await allAreThere;
      return found;
    });
  return Promise.all(Array.from({ length: POOL }, look));
}

const IS_READ_ONLY = sql`select current_setting('transaction_read_only') = 'on' as found`;
const WHICH = sql`select pg_backend_pid() as found`;

test('a read that was under way when it began ends well, and nothing after it is on its connection', async () => {
  const held = await db.transaction(async (tx) => {
    const { found } = await tx.one<{ found: number }>(WHICH);
    await takeReadsOnly();
    await takeWrites();
    expect(await tx.one(WHICH)).toEqual({ found });
    return found;
  });
  expect(await onEach<number>(WHICH)).not.toContain(held);
});

test('it is away to the health and to who sends, and all is well by itself once it takes writes again', async () => {
  await takeReadsOnly();
  expect((await askHealth()).errors).toEqual({ database: ['La base de datos no responde'] });
  expect(await sendText(cast.ana, cast.ventasChat, 'No se guarda')).toMatchObject({
    status: 503,
    message: 'La base de datos no responde. Intenta nuevamente en unos segundos.',
  });
  await takeWrites();
  expect((await sendText(cast.ana, cast.ventasChat, 'Se guarda')).status).toBe(201);
});

test('where new connections lead to one that takes writes, no other is used any more', async () => {
  const name = new URL(cluster.url).pathname.slice(1);
  await operator.query(`alter database ${name} set default_transaction_read_only = on`);
  await operator.query(
    `select pg_terminate_backend(pid, 5000) from pg_stat_activity
     where pid <> pg_backend_pid() and datname = $1`,
    [name],
  );
  await healthIs(503);
  const before = await onEach<boolean>(IS_READ_ONLY);
  await operator.query(`alter database ${name} reset default_transaction_read_only`);
  await healthIs(200);
  expect([before, await onEach<boolean>(IS_READ_ONLY)]).toEqual([
    Array.from({ length: POOL }, () => true),
    Array.from({ length: POOL }, () => false),
  ]);
});

import { once } from 'node:events';
import { createServer } from 'node:net';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Cluster, startCluster } from '../../test/cluster.ts';
import { portOf } from '../http/addresses.ts';
import { databaseOn, sql } from './database.ts';
import { isTransient } from './faults.ts';

let cluster: Cluster;
beforeAll(async () => {
  cluster = await startCluster();
});
afterAll(() => cluster.stop());

test('a connection that is never made leaves no doubt: nothing was asked, so nobody reads again', async () => {
  const silent = createServer().listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const port = portOf(silent);
  const pool = new pg.Pool({ host: '127.0.0.1', port, connectionTimeoutMillis: 50 });
  const unreachable = databaseOn(pool, () => pool.end());
  let doubts = 0;
  unreachable.events.on('commitUnknown', () => doubts++);
  const error: unknown = await unreachable
    .one(sql`select 1 as answer`)
    .catch((reason: unknown) => reason);
  expect([isTransient(error), doubts]).toEqual([true, 0]);
  await unreachable.close();
  silent.close();
});

/** A database over a pool of the cluster, and the number of its unknown commits. */
function doubtful(options: pg.PoolConfig) {
  const pool = new pg.Pool({ connectionString: cluster.url, ...options });
  const own = databaseOn(pool, () => pool.end());
  let doubts = 0;
  own.events.on('commitUnknown', () => doubts++);
  return { pool, own, doubts: () => doubts };
}

test('a statement that gives no answer in time may have been carried out: clients read again', async () => {
  const { own, doubts } = doubtful({ query_timeout: 100 });
  await expect(own.run(sql`select pg_sleep(1)`)).rejects.toThrow('Query read timeout');
  expect(doubts()).toBe(1);
  await own.close();
});

test.each([
  { code: 'ETIMEDOUT', syscall: 'read', isSent: true },
  { code: 'EHOSTUNREACH', syscall: 'write', isSent: true },
  { code: 'ETIMEDOUT', syscall: 'connect', isSent: false },
  { code: 'EHOSTUNREACH', syscall: 'connect', isSent: false },
  { code: '57014', syscall: undefined, isSent: false },
])('$code at $syscall leaves a doubt only where a statement was sent', async (failure) => {
  const { pool, own, doubts } = doubtful({});
  const { isSent, ...parts } = failure;
  const error = Object.assign(new Error('the line failed'), parts);
  vi.spyOn(pool, 'query').mockImplementation(() => Promise.reject(error));
  await expect(own.run(sql`select 1`)).rejects.toThrow('the line failed');
  expect([isTransient(error), doubts()]).toEqual([true, isSent ? 1 : 0]);
  await own.close();
});

test.each([
  { words: 'query_wait_timeout', routine: undefined, isAway: true, doubts: 0 },
  { words: 'server conn crashed?', routine: undefined, isAway: true, doubts: 1 },
  { words: 'bind message supplies 1 parameters', routine: 'bind', isAway: false, doubts: 0 },
])('08P01 is a pooler’s refusal where no routine is named: $words', async (refusal) => {
  const { pool, own, doubts } = doubtful({});
  const error = Object.assign(new pg.DatabaseError(refusal.words, 60, 'error'), {
    code: '08P01',
    routine: refusal.routine,
  });
  vi.spyOn(pool, 'query').mockImplementation(() => Promise.reject(error));
  await expect(own.run(sql`select 1`)).rejects.toThrow(refusal.words);
  expect([isTransient(error), doubts()]).toEqual([refusal.isAway, refusal.doubts]);
  await own.close();
});

test.each([
  { severity: 'FATAL', isAway: true },
  { severity: 'ERROR', isAway: false },
])(
  'a disk that is full when a connection is made is an outage, a defect inside is none: $severity',
  ({ severity, isAway }) => {
    const error = new pg.DatabaseError('could not write init file', 83, 'error');
    expect(isTransient(Object.assign(error, { severity, code: 'XX000' }))).toBe(isAway);
  },
);

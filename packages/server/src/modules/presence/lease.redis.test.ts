import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, test as base, beforeAll, describe, expect, vi } from 'vitest';
import { createEmptyDatabase } from '../../../test/database.ts';
import { launch, type OwnServer } from '../../../test/own-process.ts';
import { startRedis, type TestRedis } from '../../../test/redis.ts';

const TAKEN =
  'Otro servidor ya usa esta base de datos (DATABASE_URL): detenlo, o da a todos el mismo REDIS_URL.';
const WAITING = 'Esperando a que la base de datos quede libre';
// A lost lease is waited for as long as it lasts.
const LONG = { timeout: 120_000 };

let folder: string;
let redis: TestRedis;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lease-'));
  redis = await startRedis();
});
afterAll(async () => {
  await redis.stop();
  await rm(folder, { recursive: true, force: true });
});

/** A database of a test's own, and the programs that run on it. */
interface LeaseFixture {
  client: pg.Client;
  run(program: 'server' | 'admin' | 'backup', ...args: string[]): OwnServer;
  start(settings?: Record<string, string>): OwnServer;
  /** Once it does. */
  serving(settings?: Record<string, string>): Promise<OwnServer>;
}

// A lost lease is waited for: the tests wait side by side.
const test = base.extend<{ place: LeaseFixture }>({
  // biome-ignore lint/correctness/noEmptyPattern: it needs no other fixture.
  async place({}, use) {
    const database = await createEmptyDatabase(process.env.TEST_DATABASE_URL ?? '');
    const client = new pg.Client({ connectionString: database.url });
    client.on('error', () => {});
    await client.connect();
    const running: OwnServer[] = [];
    const begin = (wanted: Pick<Parameters<typeof launch>[0], 'program' | 'args' | 'settings'>) => {
      const settings = { DATABASE_URL: database.url, LOG_LEVEL: 'silent', ...wanted.settings };
      const started = launch({ ...wanted, dataDir: join(folder, 'data'), settings });
      running.push(started);
      return started;
    };
    const start: LeaseFixture['start'] = (settings = {}) => begin({ program: 'server', settings });
    await use({
      client,
      run: (program, ...args) => begin({ program, args }),
      start,
      async serving(settings) {
        const started = start(settings);
        if ((await started.url) === undefined) throw new Error(started.output());
        return started;
      },
    });
    await Promise.all(running.map((one) => one.stop('SIGKILL')));
    await client.end();
    await database.remove();
  },
});

const isWell = async ({ url }: OwnServer) =>
  (await fetch(`${await url}/api/health`)).status === 200;
const hasSaid = (one: OwnServer, words: string) =>
  vi.waitFor(() => expect(one.output()).toContain(words), 60_000);

test('a start that fails leaves the database free at once', LONG, async ({ place }) => {
  const failed = place.start({ REDIS_URL: 'redis://127.0.0.1:1' });
  expect(await failed.ended).toBe(1);
  const next = await place.serving();
  expect(next.output()).not.toContain(WAITING);
});

describe.concurrent('of servers on one database, of which one is without Redis, one serves', () => {
  test.for([
    ['neither has Redis', false, false],
    ['the second has', false, true],
    ['the first has', true, false],
  ] as const)(
    'the second is refused with one line, and the first goes on: %s',
    LONG,
    async ([, ...has], { place }) => {
      const [one, other] = has.map(
        (isJoined): Record<string, string> => (isJoined ? { REDIS_URL: redis.url } : {}),
      );
      const first = await place.serving(one);
      const second = place.start(other);
      expect(await second.ended).toBe(1);
      expect(second.output().trimEnd().split('\n').at(-1)).toBe(TAKEN);
      expect(await isWell(first)).toBe(true);
    },
  );

  test('with the same Redis all of them serve, at once', LONG, async ({ place }) => {
    const first = await place.serving({ REDIS_URL: redis.url });
    const second = await place.serving({ REDIS_URL: redis.url });
    expect(await Promise.all([first, second].map(isWell))).toEqual([true, true]);
    expect(second.output()).not.toContain(WAITING);
  });

  test(
    'after a crash the next waits until the lost lease is free, and serves',
    LONG,
    async ({ place }) => {
      await (await place.serving()).stop('SIGKILL');
      const next = place.start();
      // However long the start of the next one takes, the last sign of life was just before.
      const signs = setInterval(
        () => void place.client.query('update processes set seen_at = now()'),
        200,
      );
      await hasSaid(next, WAITING);
      clearInterval(signs);
      const began = performance.now();
      expect(await isWell(next)).toBe(true);
      expect(performance.now() - began).toBeLessThan(30_000);
      expect(next.output()).toMatch(new RegExp(`^${WAITING}`));
    },
  );

  test('a lease from a clock that was ahead is lost like any other', LONG, async ({ place }) => {
    await (await place.serving()).stop('SIGKILL');
    await place.client.query(`update processes set seen_at = now() + interval '1 year'`);
    expect(await isWell(await place.serving())).toBe(true);
  });

  test('an orderly end and a start that failed leave no lease', LONG, async ({ place }) => {
    await (await place.serving()).stop('SIGTERM');
    const failed = place.start({ HOST: '192.0.2.1' });
    expect(await failed.ended).toBe(1);
    expect((await place.serving()).output()).not.toContain(WAITING);
  });

  test('who starts while the other drains waits for it', LONG, async ({ place }) => {
    const first = await place.serving();
    await place.client.query('begin');
    // A server ends by writing who was connected to it; the lock holds that up.
    await place.client.query('lock table users in access exclusive mode');
    void first.stop();
    const isLeaving = async () =>
      (await place.client.query('select is_leaving from processes')).rows[0]?.is_leaving;
    await vi.waitFor(async () => expect(await isLeaving()).toBe(true), 5_000);
    const next = place.start();
    await hasSaid(next, WAITING);
    await place.client.query('rollback');
    expect(await first.ended).toBe(0);
    expect(await isWell(next)).toBe(true);
  });

  test(
    'who was taken for dead and replaced stops serving, with one line',
    LONG,
    async ({ place }) => {
      const first = await place.serving();
      await place.client.query('delete from processes');
      await place.client.query('insert into processes (uuid, is_joined) values ($1, false)', [
        randomUUID(),
      ]);
      expect(await first.ended).toBe(1);
      expect(first.output()).toContain('Otro servidor usa ahora esta base de datos (DATABASE_URL)');
    },
  );

  test(
    'who was taken for dead and not replaced goes on, with the lease',
    LONG,
    async ({ place }) => {
      const first = await place.serving();
      await place.client.query('delete from processes');
      const isBack = async () => (await place.client.query('select from processes')).rowCount;
      await vi.waitFor(async () => expect(await isBack()).toBe(1), 10_000);
      expect(await isWell(first)).toBe(true);
    },
  );

  test("the operator's commands and a backup work beside a server", LONG, async ({ place }) => {
    const first = await place.serving();
    const admin = place.run('admin', 'devices');
    const backup = place.run('backup', '--to', join(folder, 'copia.tar'));
    expect(await Promise.all([admin.ended, backup.ended])).toEqual([0, 0]);
    expect(await isWell(first)).toBe(true);
  });
});

import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, vi } from 'vitest';
import { hasSaid, isWell, testInPlace as test, WAITING } from '../../../test/own-place.ts';
import { startRedis, type TestRedis } from '../../../test/redis.ts';
import { version } from '../../shared/version.ts';

const TAKEN =
  'Otro servidor ya usa esta base de datos (DATABASE_URL): detenlo, o da a todos el mismo REDIS_URL.';
// A start waits until a lost lease has expired, so the tests wait in parallel.
const LONG = { timeout: 120_000 };

let redis: TestRedis;
beforeAll(async () => {
  redis = await startRedis();
});
afterAll(() => redis.stop());

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
      // However long the next server takes to start, the lease looks held; a day is more than the test has.
      await place.client.query("update processes set seen_at = now() + interval '1 day'");
      const next = place.start();
      await hasSaid(next, WAITING);
      expect(await isWell(next)).toBe(true);
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
    // A stopping server writes who was connected to it; the lock delays this.
    await place.client.query('lock table users in access exclusive mode');
    void first.stop();
    const isLeaving = async () =>
      (await place.client.query('select is_leaving from processes')).rows[0]?.is_leaving;
    await vi.waitFor(async () => expect(await isLeaving()).toBe(true), 60_000);
    const waiting = 'select from pg_locks where not granted and relation = $1::regclass';
    const isHeldUp = async () => (await place.another.query(waiting, ['users'])).rowCount;
    await vi.waitFor(async () => expect(await isHeldUp()).toBe(1), 60_000);
    // However long the next server takes to start, the first one looks alive.
    await place.another.query("update processes set seen_at = now() + interval '1 day'");
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
      await vi.waitFor(async () => expect(await isBack()).toBe(1), 60_000);
      expect(await isWell(first)).toBe(true);
    },
  );

  test(
    'who comes back to data that a newer version has made its own stops serving, with one line',
    LONG,
    async ({ place }) => {
      const first = await place.serving({ REDIS_URL: redis.url });
      await place.client.query(`
        update schema_migrations set version = '99.1.0', beside = '99.0.0' where name like '0054%'`);
      await place.client.query('delete from processes');
      expect(await first.ended).toBe(1);
      expect(first.output()).toContain('La versión 99.1.0 ha puesto al día la base de datos');
      const second = place.start({ REDIS_URL: redis.url });
      expect(await second.ended).toBe(1);
      expect(second.output().trimEnd()).toBe(
        `Los datos son de una versión más nueva (99.1.0) que este programa (${version}); actualiza el programa.`,
      );
    },
  );

  test("the operator's commands and a backup work beside a server", LONG, async ({ place }) => {
    const first = await place.serving();
    const admin = place.run('admin', 'devices');
    const backup = place.run('backup', '--to', join(place.folder, 'copia.tar'));
    expect(await Promise.all([admin.ended, backup.ended])).toEqual([0, 0]);
    expect(await isWell(first)).toBe(true);
  });
});

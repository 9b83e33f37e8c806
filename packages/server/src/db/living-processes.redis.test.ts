import type pg from 'pg';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { hasSaid, isWell, testInPlace as test, WAITING } from '../../test/own-place.ts';
import { startRedis, type TestRedis } from '../../test/redis.ts';
import { version } from '../shared/version.ts';

// A living process shows by its next heartbeat and a dead one by its silence, so the tests wait in parallel.
const LONG = { timeout: 120_000 };
const LAST = '0054-begin-clean.sql';

let redis: TestRedis;
beforeAll(async () => {
  redis = await startRedis();
});
afterAll(() => redis.stop());

const joined = () => ({ REDIS_URL: redis.url });

/** Turns the data back to the version before, with a running process of that version. */
async function age(client: pg.Client, named: string | null): Promise<void> {
  await client.query(`
    alter table users add connection_status text, add connections text, add first_device_at text;
    create index search_messages_apart on search_messages (block);
    delete from schema_migrations where name = '${LAST}'`);
  await client.query('update processes set version = $1', [named]);
}

const isMigrated = async (client: pg.Client) =>
  (await client.query('select from schema_migrations where name = $1', [LAST])).rowCount === 1;

describe.concurrent('a version that none of the older ones may serve beside', () => {
  test.for([
    ['without a name', null, 'una versión anterior a la 1.0.0'],
    ['with one', '0.9.0', 'la versión 0.9.0'],
  ] as const)(
    'refuses with one line while one goes on, and changes nothing: %s',
    LONG,
    async ([, named, words], { place }) => {
      const first = await place.serving(joined());
      await age(place.client, named);
      const [second, admin] = [place.start(joined()), place.run('admin', 'devices')];
      expect(await Promise.all([second.ended, admin.ended])).toEqual([1, 1]);
      for (const refused of [second, admin]) {
        expect(refused.output().trimEnd().split('\n').at(-1)).toBe(
          `Un servidor de ${words} usa la base de datos (DATABASE_URL), y la ${version} no puede ponerla al día mientras siga en marcha: detén todos los servidores anteriores a la ${version} y arranca de nuevo.`,
        );
      }
      expect(await isMigrated(place.client)).toBe(false);
      expect(await isWell(first)).toBe(true);
    },
  );

  test('waits for one that ends, and serves', LONG, async ({ place }) => {
    const first = await place.serving(joined());
    await age(place.client, null);
    await place.client.query('update processes set is_leaving = true');
    const next = place.start(joined());
    await hasSaid(next, WAITING);
    expect(await isMigrated(place.client)).toBe(false);
    expect(await first.stop()).toBe(0);
    expect(await isWell(next)).toBe(true);
    expect(await isMigrated(place.client)).toBe(true);
  });

  test('waits until one that was killed is silent, and serves', LONG, async ({ place }) => {
    const first = await place.serving(joined());
    await age(place.client, null);
    await first.stop('SIGKILL');
    const next = place.start(joined());
    expect(await isWell(next)).toBe(true);
    expect(next.output()).toMatch(new RegExp(`^${WAITING}`));
    expect(await isMigrated(place.client)).toBe(true);
  });
});

test('beside a version that may, the schema is changed at once', LONG, async ({ place }) => {
  const first = await place.serving(joined());
  await age(place.client, version);
  const next = await place.serving(joined());
  expect(next.output()).not.toContain(WAITING);
  expect(await isMigrated(place.client)).toBe(true);
  expect(await Promise.all([first, next].map(isWell))).toEqual([true, true]);
});

import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { PASSWORD } from '../../../test/client.ts';
import { createEmptyDatabase } from '../../../test/database.ts';
import { startRedis, type TestRedis } from '../../../test/redis.ts';

const sources = new URL('../../', import.meta.url);
const TAKEN =
  'Otro servidor ya usa esta base de datos (DATABASE_URL): detenlo, o da a todos el mismo REDIS_URL.';
const WAITING = 'Esperando a que la base de datos quede libre';
// A lost lease is waited for as long as it lasts.
const LONG = { timeout: 60_000 };

type Child = ChildProcessByStdio<null, Readable, Readable>;

interface Process {
  child: Child;
  /** Its address; rejects when it ends before it serves. */
  url: Promise<string>;
  said(): string;
  ended: Promise<unknown>;
}

let folder: string;
let redis: TestRedis;
let database: Awaited<ReturnType<typeof createEmptyDatabase>>;
let client: pg.Client;
const running = new Set<Process>();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lease-'));
  redis = await startRedis();
});
beforeEach(async () => {
  database = await createEmptyDatabase(process.env.TEST_DATABASE_URL ?? '');
  client = new pg.Client({ connectionString: database.url });
  client.on('error', () => {});
  await client.connect();
});
afterEach(async () => {
  await Promise.all([...running].map((one) => end(one, 'SIGKILL')));
  await client.end();
  await database.remove();
});
afterAll(async () => {
  await redis.stop();
  await rm(folder, { recursive: true, force: true });
});

function run(program: string[], settings: NodeJS.ProcessEnv = {}): Process {
  const child = spawn(process.execPath, ['--conditions', 'source', '--import', 'tsx', ...program], {
    cwd: sources,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      DATA_DIR: join(folder, 'data'),
      DATABASE_URL: database.url,
      ADMIN_PASSWORD: PASSWORD,
      PORT: '0',
      LOG_LEVEL: 'silent',
      ...settings,
    },
  });
  let said = '';
  const ended = once(child, 'exit');
  const url = new Promise<string>((serves, fails) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (words) => {
        said += words;
        const address = /http:\/\/\S+/.exec(said)?.[0];
        if (address) serves(address);
      });
    }
    child.once('close', () => fails(new Error(said)));
  });
  url.catch(() => {});
  const started = { child, url, said: () => said, ended };
  running.add(started);
  return started;
}

const start = (settings?: NodeJS.ProcessEnv) => run(['main.ts'], settings);

async function serving(settings?: NodeJS.ProcessEnv): Promise<Process> {
  const started = start(settings);
  await started.url;
  return started;
}

async function end(one: Process, signal: NodeJS.Signals): Promise<void> {
  running.delete(one);
  one.child.kill(signal);
  await one.ended;
}

const isWell = async ({ url }: Process) => (await fetch(`${await url}/api/health`)).status === 200;
const hasSaid = (one: Process, words: string) =>
  vi.waitFor(() => expect(one.said()).toContain(words), 20_000);

describe('of servers on one database, of which one is without Redis, one serves', () => {
  test.each([
    ['neither has Redis', false, false],
    ['the second has', false, true],
    ['the first has', true, false],
  ])('the second is refused with one line, and the first goes on: %s', LONG, async (_, ...has) => {
    const [one, other] = has.map((isJoined) => (isJoined ? { REDIS_URL: redis.url } : {}));
    const first = await serving(one);
    const second = start(other);
    expect(await second.ended).toEqual([1, null]);
    expect(second.said().trimEnd().split('\n').at(-1)).toBe(TAKEN);
    expect(await isWell(first)).toBe(true);
  });

  test('with the same Redis all of them serve, at once', LONG, async () => {
    const first = await serving({ REDIS_URL: redis.url });
    const second = await serving({ REDIS_URL: redis.url });
    expect(await Promise.all([first, second].map(isWell))).toEqual([true, true]);
    expect(second.said()).not.toContain(WAITING);
  });

  test('after a crash the next waits until the lost lease is free, and serves', LONG, async () => {
    await end(await serving(), 'SIGKILL');
    const began = performance.now();
    const next = await serving();
    expect(performance.now() - began).toBeLessThan(30_000);
    expect(next.said()).toMatch(new RegExp(`^${WAITING}`));
    expect(await isWell(next)).toBe(true);
  });

  test('a lease from a clock that was ahead is lost like any other', LONG, async () => {
    await end(await serving(), 'SIGKILL');
    await client.query(`update processes set seen_at = now() + interval '1 year'`);
    expect(await isWell(await serving())).toBe(true);
  });

  test('an orderly end and a start that failed leave no lease', LONG, async () => {
    await end(await serving(), 'SIGTERM');
    const failed = start({ HOST: '192.0.2.1' });
    expect(await failed.ended).toEqual([1, null]);
    expect((await serving()).said()).not.toContain(WAITING);
  });

  test('who starts while the other drains waits for it', LONG, async () => {
    const first = await serving();
    await client.query('begin');
    // The last thing a server does is to tell who was connected to it.
    await client.query('lock table users in access exclusive mode');
    first.child.kill('SIGTERM');
    const isLeaving = async () =>
      (await client.query('select is_leaving from processes')).rows[0]?.is_leaving;
    await vi.waitFor(async () => expect(await isLeaving()).toBe(true), 5_000);
    const next = start();
    await hasSaid(next, WAITING);
    await client.query('rollback');
    expect(await first.ended).toEqual([0, null]);
    expect(await isWell(next)).toBe(true);
  });

  test('who was taken for dead and replaced stops serving, with one line', LONG, async () => {
    const first = await serving();
    await client.query('delete from processes');
    await client.query('insert into processes (uuid, is_joined) values ($1, false)', [
      randomUUID(),
    ]);
    expect(await first.ended).toEqual([1, null]);
    expect(first.said()).toContain('Otro servidor usa ahora esta base de datos (DATABASE_URL)');
  });

  test('who was taken for dead and not replaced goes on, with the lease', LONG, async () => {
    const first = await serving();
    await client.query('delete from processes');
    const isBack = async () => (await client.query('select from processes')).rowCount;
    await vi.waitFor(async () => expect(await isBack()).toBe(1), 10_000);
    expect(await isWell(first)).toBe(true);
  });

  test("the operator's commands and a backup work beside a server", LONG, async () => {
    const first = await serving();
    const command = (file: string, name: string, ...args: string[]) => [
      '--input-type=module',
      '--eval',
      `const { ${name} } = await import('./commands/${file}.ts'); await ${name}(${JSON.stringify(args)})`,
    ];
    const admin = run(command('admin', 'admin', 'devices'));
    const backup = run(command('backup', 'backup', '--to', join(folder, 'copia.tar')));
    expect(await Promise.all([admin.ended, backup.ended])).toEqual([
      [0, null],
      [0, null],
    ]);
    expect(await isWell(first)).toBe(true);
  });
});

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { test as base, expect, vi } from 'vitest';
import { createServerDatabase } from './database.ts';
import { launch, type OwnServer } from './own-process.ts';

/** A database of the test's own, and the programs that run on it. */
interface Lodging {
  folder: string;
  client: pg.Client;
  /** Beside `client`, where that is in a transaction. */
  another: pg.Client;
  run(program: 'server' | 'admin' | 'backup', ...args: string[]): OwnServer;
  start(settings?: Record<string, string>): OwnServer;
  /** Resolves when the server serves. */
  serving(settings?: Record<string, string>): Promise<OwnServer>;
}

/** A test of servers as processes of their own, on a PostgreSQL server. */
export const testInPlace = base.extend<{ place: Lodging }>({
  // biome-ignore lint/correctness/noEmptyPattern: it needs no other fixture.
  async place({}, use) {
    const folder = await mkdtemp(join(tmpdir(), 'web-chat-place-'));
    const database = await createServerDatabase(process.env.TEST_DATABASE_URL ?? '');
    const connect = async () => {
      const made = new pg.Client({ connectionString: database.url });
      made.on('error', () => {});
      await made.connect();
      return made;
    };
    const [client, another] = [await connect(), await connect()];
    const running: OwnServer[] = [];
    const begin = (wanted: Pick<Parameters<typeof launch>[0], 'program' | 'args' | 'settings'>) => {
      const settings = { DATABASE_URL: database.url, LOG_LEVEL: 'silent', ...wanted.settings };
      const started = launch({ ...wanted, dataDir: join(folder, 'data'), settings });
      running.push(started);
      return started;
    };
    const start: Lodging['start'] = (settings = {}) => begin({ program: 'server', settings });
    await use({
      folder,
      client,
      another,
      run: (program, ...args) => begin({ program, args }),
      start,
      async serving(settings) {
        const started = start(settings);
        if ((await started.url) === undefined) throw new Error(started.output());
        return started;
      },
    });
    await Promise.all(running.map((one) => one.stop('SIGKILL')));
    await Promise.all([client.end(), another.end()]);
    await database.remove();
    await rm(folder, { recursive: true, force: true });
  },
});

/** The output while another process has not ended yet. */
export const WAITING = 'Esperando a que la base de datos quede libre';

export const isWell = async ({ url }: OwnServer) =>
  (await fetch(`${await url}/api/health`)).status === 200;

export const hasSaid = (one: OwnServer, words: string) =>
  vi.waitFor(() => expect(one.output()).toContain(words), 60_000);

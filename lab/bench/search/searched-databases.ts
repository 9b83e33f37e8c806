import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Database, sql } from '../../../packages/server/src/db/database.ts';
import { openDatabase } from '../../../packages/server/src/db/open-database.ts';
import { freePort } from '../../../scripts/lib/free-port.mjs';
import { makeCluster } from '../../../scripts/lib/postgres.mjs';
import { Random } from '../../company/random.ts';
import type { Settings } from '../baselines/serve.ts';
import { fillCompany } from '../support/company.ts';
import { durable, type Engine } from '../support/engines.ts';
import { FILLING } from '../support/server.ts';
import { fillHistory } from './fill-history.ts';
import { planCompany } from './searched-company.ts';
import { makeVocabulary, type Vocabulary } from './vocabulary.ts';

const SEED = 2_026;

export interface SearchedDatabase {
  name: Engine['name'];
  messages: number;
  vocabulary: Vocabulary;
  settings: Settings;
  /** The embedded engine's owner is one process: nobody else may have it open. */
  withDatabase<T>(work: (db: Database) => Promise<T>): Promise<T>;
  stop(): Promise<void>;
}

/** Filled with so many messages; below `home`, where the next run finds it, or in a folder of its own that goes. */
export async function openSearched(
  name: Engine['name'],
  messages: number,
  home: string | undefined,
): Promise<SearchedDatabase> {
  const folder = home
    ? join(home, `${name}-${messages}`)
    : await mkdtemp(join(tmpdir(), 'web-chat-bench-'));
  await mkdir(folder, { recursive: true });
  // PostgreSQL runs as its own user, which must be able to reach it.
  await chmod(folder, 0o711);
  const { settings, stop } =
    name === 'embedded'
      ? { settings: { dataDir: folder }, stop: async () => {} }
      : await serve(folder);
  const withDatabase: SearchedDatabase['withDatabase'] = async (work) => {
    const db = await openDatabase(
      { dataDir: folder, databaseUrl: undefined, ...settings },
      console.error,
      FILLING,
    );
    return work(db).finally(() => db.close());
  };
  const random = new Random(SEED);
  const vocabulary = makeVocabulary(random.fork());
  const filled = join(folder, 'filled');
  if (!existsSync(filled)) {
    await withDatabase(async (db) => {
      await fillCompany(db, planCompany(random.fork()));
      await fillHistory(db, messages, vocabulary, random.fork());
    });
    await writeFile(filled, '');
  }
  return {
    name,
    messages,
    vocabulary,
    settings,
    withDatabase,
    async stop() {
      await stop();
      if (!home) await rm(folder, { recursive: true, force: true });
    },
  };
}

async function serve(folder: string) {
  const home = join(folder, 'postgres');
  await mkdir(home, { recursive: true });
  const cluster = await makeCluster(home);
  const port = await freePort();
  const server = cluster.serve(port, durable);
  await server.ready;
  return {
    settings: { databaseUrl: `postgres://postgres@127.0.0.1:${port}/postgres` },
    stop: async () => {
      await server.stop();
    },
  };
}

export interface TableSizes {
  messages: number;
  index: number;
}

/** In bytes, with what belongs to each table. */
export async function sizesOf(db: Database): Promise<TableSizes> {
  return db.one<TableSizes>(sql`
    select pg_total_relation_size('messages') as messages,
      pg_total_relation_size('search_messages') + pg_total_relation_size('search_blocks') as index`);
}

import { createHash, randomUUID } from 'node:crypto';
import { constants, existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import { type EmbeddedDatabase, openEmbedded } from '../src/db/embedded/open-embedded.ts';
import { migrate } from '../src/db/migrate.ts';

const CACHE = fileURLToPath(
  new URL('../../../node_modules/.cache/web-chat-databases/', import.meta.url),
);
const MIGRATIONS = new URL('../migrations/', import.meta.url);
const SHAPES_THE_CLUSTER = ['../src/db/embedded/start-engine.ts', '../package.json'].map(
  (path) => new URL(path, import.meta.url),
);

/** A migrated database of its own for one test file; closing it removes it. */
export async function openEmbeddedFromTemplate(): Promise<EmbeddedDatabase> {
  const folder = await copyTemplate('migrated', await migrationFiles(), migrate);
  const { pool, close } = await openEmbedded(folder);
  return {
    pool,
    async close() {
      await close();
      await rm(folder, { recursive: true });
    },
  };
}

/** A folder that holds an empty database, much sooner than the engine can make one. The caller removes it. */
export function emptyDatabaseFolder(): Promise<string> {
  return copyTemplate('empty', []);
}

async function copyTemplate(
  name: string,
  sources: URL[],
  prepare?: (pool: pg.Pool) => Promise<void>,
): Promise<string> {
  const template = join(CACHE, `${name}-${await hashOf([...SHAPES_THE_CLUSTER, ...sources])}`);
  if (!existsSync(template)) await makeTemplate(template, prepare);
  const folder = await mkdtemp(join(tmpdir(), 'web-chat-'));
  await cp(template, folder, { recursive: true, mode: constants.COPYFILE_FICLONE });
  return folder;
}

/** Test files run side by side: each that finds none makes one, and the first to finish provides it. */
async function makeTemplate(
  template: string,
  prepare?: (pool: pg.Pool) => Promise<void>,
): Promise<void> {
  const draft = `${template}.${randomUUID()}`;
  await mkdir(draft, { recursive: true });
  const { pool, close } = await openEmbedded(draft);
  await prepare?.(pool);
  await close();
  await rename(draft, template).catch(() => rm(draft, { recursive: true }));
}

async function migrationFiles(): Promise<URL[]> {
  return (await readdir(MIGRATIONS)).sort().map((name) => new URL(name, MIGRATIONS));
}

async function hashOf(files: URL[]): Promise<string> {
  const hash = createHash('sha256');
  for (const file of files) hash.update(await readFile(file));
  return hash.digest('hex').slice(0, 16);
}

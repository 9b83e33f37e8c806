import { createHash, randomUUID } from 'node:crypto';
import { constants, existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';
import { ensureCluster } from '../src/db/embedded/create-cluster.ts';
import { openEmbedded } from '../src/db/embedded/open-embedded.ts';
import { migrate } from '../src/db/migrate.ts';

const CACHE = fileURLToPath(
  new URL('../../../node_modules/.cache/web-chat-databases/', import.meta.url),
);
const MIGRATIONS = new URL('../migrations/', import.meta.url);
const ENGINE = '../../embedded-postgres/src';
const CLUSTER_SOURCES = [
  `${ENGINE}/create-cluster.ts`,
  `${ENGINE}/make-cluster.ts`,
  `${ENGINE}/start-engine.ts`,
  '../package.json',
].map((path) => new URL(path, import.meta.url));

/** A folder in `parent` that holds a migrated database. */
export async function migratedDatabaseFolder(parent: string): Promise<string> {
  return copyOf(await migratedTemplate(), parent);
}

/** A database in `folder`, where a server will open it: without tables, or with all of them. */
export async function layEmbeddedTemplate(
  folder: string,
  kind: 'bare' | 'migrated',
): Promise<void> {
  await copyInto(folder, await (kind === 'bare' ? emptyTemplate() : migratedTemplate()));
}

/** A folder that holds an empty database, much sooner than the engine can make one. The caller removes it. */
export async function emptyDatabaseFolder(): Promise<string> {
  return copyOf(await emptyTemplate(), tmpdir());
}

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the run's test databases lie: their engines end with the workers, too late to remove them one by one. */
    databaseFolders: string;
  }
}

/** Vitest's global setup: makes what the tests copy, before any clock of theirs runs. It is kept between runs. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  await (process.env.TEST_DATABASE_URL ? emptyTemplate() : migratedTemplate());
  const folders = await mkdtemp(join(tmpdir(), 'web-chat-databases-'));
  project.provide('databaseFolders', folders);
  return () => rm(folders, { recursive: true, maxRetries: 3 });
}

function emptyTemplate(): Promise<string> {
  return template('empty', CLUSTER_SOURCES, async (folder) => {
    await ensureCluster(folder);
    await (await openEmbedded(folder)).close();
  });
}

async function migratedTemplate(): Promise<string> {
  const migrations = (await readdir(MIGRATIONS)).sort().map((name) => new URL(name, MIGRATIONS));
  return template('migrated', [...CLUSTER_SOURCES, ...migrations], async (folder) => {
    await copyInto(folder, await emptyTemplate());
    const { pool, close } = await openEmbedded(folder);
    await migrate(pool);
    await close();
  });
}

/** The folder that `fill` filled the first time it was asked for; a change of `sources` makes it another one. */
async function template(
  name: string,
  sources: URL[],
  fill: (folder: string) => Promise<void>,
): Promise<string> {
  const folder = join(CACHE, `${name}-${await hashOf(sources)}`);
  if (existsSync(folder)) return folder;
  const draft = `${folder}.${randomUUID()}`;
  await mkdir(draft, { recursive: true });
  await fill(draft);
  // Another run may have been quicker.
  await rename(draft, folder).catch(() => rm(draft, { recursive: true }));
  return folder;
}

async function copyOf(folder: string, parent: string): Promise<string> {
  const copy = await mkdtemp(join(parent, 'web-chat-'));
  await copyInto(copy, folder);
  return copy;
}

async function copyInto(target: string, source: string): Promise<void> {
  await cp(source, target, { recursive: true, mode: constants.COPYFILE_FICLONE });
}

async function hashOf(files: URL[]): Promise<string> {
  const hash = createHash('sha256');
  for (const file of files) hash.update(await readFile(file));
  return hash.digest('hex').slice(0, 16);
}

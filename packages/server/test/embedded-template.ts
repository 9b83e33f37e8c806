import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import {
  CLUSTER_SOURCES,
  copyInto,
  copyOf,
  emptyTemplate,
  template,
} from '../../embedded-postgres/test/templates.ts';
import { migrate } from '../src/db/migrate.ts';
import { openEngine } from '../src/db/open-database.ts';

const MIGRATIONS = new URL('../migrations/', import.meta.url);

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

async function migratedTemplate(): Promise<string> {
  const migrations = (await readdir(MIGRATIONS)).sort().map((name) => new URL(name, MIGRATIONS));
  return template('migrated', [...CLUSTER_SOURCES, ...migrations], async (folder) => {
    await copyInto(folder, await emptyTemplate());
    const { pool, close } = await openEngine(folder);
    await migrate(pool);
    await close();
  });
}

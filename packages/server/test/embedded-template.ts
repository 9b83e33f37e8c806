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

/** Makes a folder in `parent` with a migrated database. */
export async function migratedDatabaseFolder(parent: string): Promise<string> {
  return copyOf(await migratedTemplate(), parent);
}

/** Puts a database into `folder` before a server opens it: without tables, or with all of them. */
export async function layEmbeddedTemplate(
  folder: string,
  kind: 'bare' | 'migrated',
): Promise<void> {
  await copyInto(folder, await (kind === 'bare' ? emptyTemplate() : migratedTemplate()));
}

declare module 'vitest' {
  interface ProvidedContext {
    /**
     * The folder of the run's test databases: their engines end with the workers, too late to remove each by itself.
     */
    databaseFolders: string;
  }
}

/** Vitest's global setup: makes the templates before any test's timeout runs. The templates are kept between runs. */
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

import { createHash, randomUUID } from 'node:crypto';
import { constants, existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureCluster } from '@chat/embedded-postgres/create-cluster';
import { openEmbedded } from '@chat/embedded-postgres/open-embedded';

const CACHE = fileURLToPath(
  new URL('../../../node_modules/.cache/web-chat-databases/', import.meta.url),
);

/** The sources from which an empty database is made. */
export const CLUSTER_SOURCES = [
  '../src/create-cluster.ts',
  '../src/engine-session.ts',
  '../package.json',
].map((path) => new URL(path, import.meta.url));

/** Vitest's global setup: makes the templates before any test's timeout runs. The templates are kept between runs. */
export async function setup(): Promise<void> {
  await emptyTemplate();
}

/** A folder with an empty database, made much faster than by the engine. The caller removes the folder. */
export async function emptyDatabaseFolder(): Promise<string> {
  return copyOf(await emptyTemplate(), tmpdir());
}

export function emptyTemplate(): Promise<string> {
  return template('empty', CLUSTER_SOURCES, async (folder) => {
    await ensureCluster(folder);
    await (await openEmbedded(folder)).close();
  });
}

/** The folder that the first call filled by `fill`; a change of `sources` leads to another folder. */
export async function template(
  name: string,
  sources: URL[],
  fill: (folder: string) => Promise<void>,
): Promise<string> {
  const folder = join(CACHE, `${name}-${await hashOf(sources)}`);
  if (existsSync(folder)) return folder;
  const draft = `${folder}.${randomUUID()}`;
  await mkdir(draft, { recursive: true });
  await fill(draft);
  // Another run may have been faster.
  await rename(draft, folder).catch(() => rm(draft, { recursive: true }));
  return folder;
}

/** A copy of `folder` in a new folder of `parent`. */
export async function copyOf(folder: string, parent: string): Promise<string> {
  const copy = await mkdtemp(join(parent, 'web-chat-'));
  await copyInto(copy, folder);
  return copy;
}

export async function copyInto(target: string, source: string): Promise<void> {
  await cp(source, target, { recursive: true, mode: constants.COPYFILE_FICLONE });
}

async function hashOf(files: URL[]): Promise<string> {
  const hash = createHash('sha256');
  for (const file of files) hash.update(await readFile(file));
  return hash.digest('hex').slice(0, 16);
}

import {
  closeSync,
  createReadStream,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { type Extract, extract } from 'tar-stream';

export const clusterIn = (folder: string) => join(folder, 'cluster');

/**
 * Makes the cluster in `folder` if absent; a crash never leaves half a cluster. The caller has the folder's lock. Throws
 * what the system refuses.
 */
export async function ensureCluster(folder: string): Promise<void> {
  if (existsSync(clusterIn(folder))) return;
  removeDrafts(folder);
  const draft = join(folder, `${DRAFT}new`);
  try {
    await unpackInto(draft);
    fsyncTree(draft);
    renameSync(draft, clusterIn(folder));
  } catch (error) {
    removeDrafts(folder);
    throw error;
  }
  fsyncPath(folder);
}

// A folder of this name becomes the cluster by a rename once it is complete.
const DRAFT = 'cluster.draft-';

function removeDrafts(folder: string): void {
  const names = readdirSync(folder).filter((name) => name.startsWith(DRAFT));
  for (const name of names) rmSync(join(folder, name), { recursive: true, force: true });
}

// The package's own function would take the archive into memory whole.
const ARCHIVE = join(
  dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite-prepopulatedfs')),
  'prepopulatedfs.tgz',
);

/** The archive was made while an engine had the cluster open. */
const LEFT_BY_MAKER = /(^|\/)postmaster\.pid$/;

/**
 * Unpacks an empty cluster (decision 23). Files and folders are for the server's user alone, whatever the archive says.
 */
async function unpackInto(draft: string): Promise<void> {
  const entries = extract();
  const read = pipeline(createReadStream(ARCHIVE), createGunzip({ chunkSize: 2 ** 18 }), entries);
  await Promise.all([read, writeEntries(entries, draft)]);
}

async function writeEntries(entries: Extract, draft: string): Promise<void> {
  for await (const entry of entries) {
    const { name, type } = entry.header;
    const path = join(draft, name);
    mkdirSync(type === 'directory' ? path : dirname(path), { mode: 0o700, recursive: true });
    const pieces: Buffer[] = [];
    for await (const piece of entry) pieces.push(piece);
    if (type === 'directory' || LEFT_BY_MAKER.test(name)) continue;
    writeFileSync(path, Buffer.concat(pieces), { mode: 0o600 });
  }
}

/** Files are written first and brought to the disk afterwards, which is faster than each at once. */
function fsyncTree(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) fsyncTree(path);
    else fsyncPath(path);
  }
  fsyncPath(folder);
}

function fsyncPath(path: string): void {
  const descriptor = openSync(path, 'r');
  fsyncSync(descriptor);
  closeSync(descriptor);
}

import {
  closeSync,
  createReadStream,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress } from 'node:zlib';
import { extract } from 'tar-stream';
import { clusterIn, draftIn } from './create-cluster.ts';

/** A release brings an empty cluster, as `initdb` made it: unpacking it takes a tenth of `initdb`'s time. */
const PACKED = new URL('../empty-cluster.tar.br', import.meta.url);

/** Files and folders are for the server's user alone, whatever the archive says. */
async function unpack(draft: string): Promise<void> {
  const entries = extract();
  const read = pipeline(createReadStream(PACKED), createBrotliDecompress(), entries);
  for await (const entry of entries) {
    const path = join(draft, entry.header.name);
    if (entry.header.type === 'directory') {
      mkdirSync(path, { mode: 0o700 });
      entry.resume();
    } else {
      writeFileSync(path, await collect(entry), { mode: 0o600 });
    }
  }
  await read;
}

async function collect(entry: AsyncIterable<Buffer>): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of entry) parts.push(part);
  return Buffer.concat(parts);
}

async function init(draft: string): Promise<void> {
  const { initCluster } = await import('./init-cluster.ts');
  await initCluster(draft);
}

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

// The process of `ensureCluster`. The cluster is made under another name and renamed when safely on disk, so that a
// crash never leaves half a cluster.
const [, , folder = ''] = process.argv;
const draft = draftIn(folder, `${process.pid}`);
mkdirSync(draft, { mode: 0o700 });
await (existsSync(PACKED) ? unpack(draft) : init(draft));
fsyncTree(draft);
renameSync(draft, clusterIn(folder));
fsyncPath(folder);

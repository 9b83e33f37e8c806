import {
  createReadStream,
  createWriteStream,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { constants, createBrotliCompress } from 'node:zlib';
import { pack } from 'tar-stream';
import { inRepo } from './root.mjs';
import { must, run } from './run.mjs';

/**
 * Packs an empty cluster, as the embedded engine makes it, into `file`: a first start then only unpacks the cluster. The
 * bytes are the same each time. The server must be built.
 *
 * @param {string} file
 */
export async function packEmptyCluster(file) {
  const folder = mkdtempSync(join(tmpdir(), 'web-chat-cluster-'));
  try {
    const still = inRepo('scripts/lib/still-machine.mjs');
    const maker = inRepo('packages/embedded-postgres/dist/make-cluster.js');
    await must('Making an empty database', () =>
      run(process.execPath, ['--import', still, maker, folder]),
    );
    await write(join(folder, 'cluster'), file);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * @param {string} cluster
 * @param {string} file
 */
async function write(cluster, file) {
  const archive = pack();
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: 5,
    [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
  };
  const written = pipeline(archive, createBrotliCompress({ params }), createWriteStream(file));
  const entries = readdirSync(cluster, { recursive: true, withFileTypes: true });
  const names = entries.map((entry) => ({
    isFolder: entry.isDirectory(),
    name: join(entry.parentPath, entry.name).slice(cluster.length + 1),
  }));
  const mtime = new Date(0);
  for (const { name } of names.filter(({ isFolder }) => isFolder).sort(byName)) {
    archive.entry({ name, type: 'directory', mtime });
  }
  for (const { name } of names.filter(({ isFolder }) => !isFolder).sort(besideItsLike)) {
    const path = join(cluster, name);
    const entry = archive.entry({ name, size: statSync(path).size, mtime });
    await pipeline(createReadStream(path), entry);
  }
  archive.finalize();
  await written;
}

/** @typedef {{ name: string }} Named */

const byName = (/** @type {Named} */ a, /** @type {Named} */ b) => (a.name < b.name ? -1 : 1);

// The engine begins with three databases. The files of one table in all three differ little: side by side they compress
// best.
const besideItsLike = (/** @type {Named} */ a, /** @type {Named} */ b) =>
  basename(a.name).localeCompare(basename(b.name)) || byName(a, b);

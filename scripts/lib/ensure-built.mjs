import { createHash } from 'node:crypto';
import {
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { hasSources, inRepo, serverPackages } from './root.mjs';
import { must, run, runTool } from './run.mjs';

const shared = ['package-lock.json', 'tsconfig.base.json'];

/**
 * @typedef {object} Part
 * @property {string} title
 * @property {string[]} sources
 * @property {string[]} packages Where its builds lie.
 * @property {(name: string) => Promise<import('./run.mjs').Ran>} build
 * @property {(name: string) => Promise<void>} [finish]
 */

/** @type {Part} */
const server = {
  title: 'Building the server',
  sources: [...shared, ...serverPackages, 'lab/company', 'scripts/lib/strip-types.mjs'],
  packages: serverPackages,
  build: (name) =>
    run(process.execPath, [inRepo('scripts/lib/strip-types.mjs'), name, ...serverPackages]),
};

// Otherwise garbage, and memory that Rolldown's allocator takes before it needs any, come to twice as much.
const lean = {
  NODE_OPTIONS: '--max-old-space-size=256 --max-semi-space-size=2',
  RAYON_NUM_THREADS: '2',
  MIMALLOC_ARENA_EAGER_COMMIT: '0',
  MIMALLOC_PURGE_DELAY: '0',
};

/** @type {Part} */
const page = {
  title: 'Building the web page',
  sources: [...shared, 'packages/contract', 'packages/web'],
  packages: ['packages/web'],
  build(name) {
    const args = ['build', 'packages/web', '--logLevel', 'warn', '--outDir', name];
    return runTool('vite/bin/vite.js', args, { env: lean });
  },
  finish: (name) => precompress(inRepo('packages/web', name)),
};

/** Builds what is older than its sources, by content: a fresh tree costs only the reading. */
export async function ensureBuilt() {
  await (await beginBuild()).pageBuilt;
}

/**
 * Builds as `ensureBuilt`, but only the server and what takes much memory are done when it resolves: the page's files
 * may still be compressed beside what the caller does next.
 *
 * @returns {Promise<{ pageBuilt: Promise<void> | undefined }>}
 */
export async function beginBuild() {
  if (!hasSources()) return { pageBuilt: undefined };
  /** @type {Promise<void> | undefined} */
  let pageBuilt;
  // The page first: the server takes a tenth of its time, and is built beside it.
  const pageBundled = new Promise((onBundled, onFailed) => {
    pageBuilt = ensurePart(page, () => onBundled(undefined));
    pageBuilt.then(onBundled, onFailed);
  });
  await Promise.all([pageBundled, ensurePart(server)]);
  return { pageBuilt };
}

/** @param {Part} part */
async function ensurePart(part, onBuilt = () => {}) {
  const hash = hashOf(part.sources);
  const folders = part.packages.map((folder) => inRepo(folder));
  if (presentBuild(folders) !== hash) {
    await makePresent(folders, hash, async (name) => {
      await must(part.title, () => part.build(name));
      onBuilt();
      await part.finish?.(name);
    });
  }
  useBuild(folders);
}

/** Whether the server is built of its sources as they are now. */
export const isServerBuilt = () =>
  presentBuild(serverPackages.map((folder) => inRepo(folder))) === hashOf(server.sources);

/** @param {string[]} sources */
function hashOf(sources) {
  const hash = createHash('sha256');
  for (const file of sources.flatMap(filesIn)) hash.update(file).update(readFileSync(inRepo(file)));
  return hash.digest('hex').slice(0, 16);
}

const notSource =
  /^(dist|node_modules|migrations|test|coverage|\..*)$|\.test\.tsx?$|\.tsbuildinfo$/;

/**
 * @param {string} path
 * @returns {string[]}
 */
const filesIn = (path) => (statSync(inRepo(path)).isDirectory() ? filesBelow(path) : [path]);

/**
 * @param {string} folder
 * @returns {string[]}
 */
function filesBelow(folder) {
  return readdirSync(inRepo(folder), { withFileTypes: true })
    .filter(({ name }) => !notSource.test(name))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? filesBelow(path) : [path];
    });
}

// A build lies in `.dist-HASH`, named after its sources, and `dist` is a link to the present one: a program that runs
// keeps the files that it started with, whatever is built meanwhile.

/**
 * The hash of the present build; undefined where the folders have none, or not the same.
 *
 * @param {string[]} folders
 */
export function presentBuild(folders) {
  const names = folders.map((folder) => {
    const dist = join(folder, 'dist');
    const isLink = lstatSync(dist, { throwIfNoEntry: false })?.isSymbolicLink();
    return isLink && existsSync(dist) ? readlinkSync(dist) : undefined;
  });
  return names.every((name) => name === names[0]) ? names[0]?.replace('.dist-', '') : undefined;
}

/**
 * Makes a build the present one. `build` writes into the folder of the name that it is given, below each of `folders`;
 * a build that is there already is taken as it is.
 *
 * @param {string[]} folders
 * @param {string} hash
 * @param {(name: string) => Promise<void>} build
 */
export async function makePresent(folders, hash, build) {
  const name = `.dist-${hash}`;
  const aside = `${name}.${process.pid}`;
  if (!folders.every((folder) => existsSync(join(folder, name)))) await build(aside);
  for (const folder of folders) {
    const built = join(folder, aside);
    // Another program may have built the same meanwhile.
    if (existsSync(join(folder, name))) rmSync(built, { recursive: true, force: true });
    else renameSync(built, join(folder, name));
    const dist = join(folder, 'dist');
    if (lstatSync(dist, { throwIfNoEntry: false })?.isDirectory())
      rmSync(dist, { recursive: true });
    symlinkSync(name, `${dist}.${process.pid}`);
    renameSync(`${dist}.${process.pid}`, dist);
    removeUnused(folder, name);
  }
}

/**
 * Keeps the present build for this process as long as the process runs. A user who may not write there is let through.
 *
 * @param {string[]} folders
 */
export function useBuild(folders) {
  for (const folder of folders) {
    try {
      writeFileSync(join(folder, 'dist', `.used-by-${process.pid}`), '');
    } catch {
      return;
    }
  }
}

/**
 * @param {string} folder
 * @param {string} present
 */
function removeUnused(folder, present) {
  for (const name of readdirSync(folder)) {
    if (!name.startsWith('.dist-') || name === present) continue;
    const [, builder] = /\.(\d+)$/.exec(name) ?? [];
    const users = readdirSync(join(folder, name)).flatMap(
      (file) => /^\.used-by-(\d+)$/.exec(file)?.[1] ?? [],
    );
    if (builder) users.push(builder);
    if (users.some((pid) => isAlive(Number(pid)))) continue;
    rmSync(join(folder, name), { recursive: true, force: true });
  }
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

const [brotli, gz] = [promisify(brotliCompress), promisify(gzip)];

const TEXT = /\.(js|css|html|svg|json|webmanifest)$/;
// Below this a compressed answer is no smaller on the wire.
const WORTH_BYTES = 1024;

/**
 * Lays `.br` and `.gz` beside every text file of the folder: compressed once here, never while serving.
 *
 * @param {string} folder
 */
async function precompress(folder) {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const files = names.filter((name) => TEXT.test(name)).map((name) => join(folder, name));
  await Promise.all(files.map(compress));
}

/** @param {string} file */
async function compress(file) {
  const content = readFileSync(file);
  if (content.length < WORTH_BYTES) return;
  const params = { [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
  writeFileSync(`${file}.br`, await brotli(content, { params }));
  writeFileSync(`${file}.gz`, await gz(content, { level: 9 }));
}

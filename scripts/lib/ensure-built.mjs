import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { makePresent, presentBuild, useBuild } from './builds.mjs';
import { precompress } from './precompress.mjs';
import { hasSources, inRepo } from './root.mjs';
import { must, run, runTool } from './run.mjs';

const shared = ['package-lock.json', 'tsconfig.base.json', 'packages/contract'];
const engine = 'packages/embedded-postgres';

/**
 * @typedef {object} Part
 * @property {string} title
 * @property {string[]} sources
 * @property {string[]} packages Where its builds lie.
 * @property {(name: string) => Promise<import('./run.mjs').Ran>} build
 * @property {(name: string) => Promise<void>} [finish]
 */

const serverPackages = ['packages/contract', engine, 'packages/server'];

/** @type {Part} */
const server = {
  title: 'Building the server',
  sources: [...shared, engine, 'packages/server', 'scripts/lib/strip-types.mjs'],
  packages: serverPackages,
  build: (name) =>
    run(process.execPath, [inRepo('scripts/lib/strip-types.mjs'), name, ...serverPackages]),
};

// Otherwise garbage, and memory that Rolldown's allocator takes before it needs any, come to twice as much.
const lean = {
  NODE_OPTIONS: '--max-old-space-size=256 --max-semi-space-size=2',
  RAYON_NUM_THREADS: '1',
  MIMALLOC_ARENA_EAGER_COMMIT: '0',
  MIMALLOC_PURGE_DELAY: '0',
};

/** @type {Part} */
const page = {
  title: 'Building the web page',
  sources: [...shared, 'packages/web'],
  packages: ['packages/web'],
  build(name) {
    const args = ['build', 'packages/web', '--logLevel', 'warn', '--outDir', name];
    return runTool('vite/bin/vite.js', args, { env: lean });
  },
  finish: (name) => precompress(inRepo('packages/web', name)),
};

/** Builds what is older than its sources, by content: a fresh tree costs only the reading. */
export async function ensureBuilt() {
  if (!hasSources()) return;
  for (const part of [server, page]) {
    const hash = hashOf(part.sources);
    const folders = part.packages.map((folder) => inRepo(folder));
    if (presentBuild(folders) !== hash) {
      await makePresent(folders, hash, async (name) => {
        await must(part.title, () => part.build(name));
        await part.finish?.(name);
      });
    }
    useBuild(folders);
  }
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
function filesIn(path) {
  if (!statSync(inRepo(path)).isDirectory()) return [path];
  return readdirSync(inRepo(path))
    .filter((name) => !notSource.test(name))
    .sort()
    .flatMap((name) => filesIn(join(path, name)));
}

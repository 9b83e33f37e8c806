import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { precompress } from './precompress.mjs';
import { hasSources, inRepo } from './root.mjs';
import { must, runTool } from './run.mjs';

const shared = ['package-lock.json', 'tsconfig.base.json', 'packages/contract'];
const engine = 'packages/embedded-postgres';

/**
 * @typedef {object} Part
 * @property {string} title
 * @property {string[]} sources
 * @property {string[]} dist What it makes; beside the last of them stands of what it was made.
 * @property {() => Promise<import('./run.mjs').Ran>} build
 * @property {() => void} [finish]
 */

/** @type {Part} */
const server = {
  title: 'Building the server',
  sources: [...shared, engine, 'packages/server'],
  dist: ['packages/contract/dist', `${engine}/dist`, 'packages/server/dist'],
  build: () => runTool('typescript/bin/tsc', ['-b', 'packages/server']),
};

/** @type {Part} */
const page = {
  title: 'Building the web page',
  sources: [...shared, 'packages/web'],
  dist: ['packages/web/dist'],
  build: () => runTool('vite/bin/vite.js', ['build', 'packages/web', '--logLevel', 'warn']),
  finish: () => precompress(inRepo('packages/web/dist')),
};

/** Builds what is older than its sources, by content: a fresh tree costs only the reading. */
export async function ensureBuilt() {
  if (!hasSources()) return;
  for (const part of [server, page]) {
    const wanted = hashOf(part.sources);
    if (builtOf(part) === wanted) continue;
    for (const dist of part.dist) rmSync(inRepo(dist), { recursive: true, force: true });
    await must(part.title, part.build);
    part.finish?.();
    writeFileSync(stampOf(part), wanted);
  }
}

/** Whether the server is built of its sources as they are now. */
export const isServerBuilt = () => builtOf(server) === hashOf(server.sources);

/** @param {Part} part */
const stampOf = ({ dist }) => inRepo(dist.at(-1) ?? '', '.sources');

/**
 * What its sources were when it was built.
 *
 * @param {Part} part
 */
const builtOf = (part) =>
  existsSync(stampOf(part)) ? readFileSync(stampOf(part), 'utf8') : undefined;

/** @param {string[]} sources */
function hashOf(sources) {
  const hash = createHash('sha256').update(process.versions.node);
  for (const file of sources.flatMap(filesIn)) hash.update(file).update(readFileSync(inRepo(file)));
  return hash.digest('hex');
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

import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { precompress } from './precompress.mjs';
import { hasSources, inRepo } from './root.mjs';
import { must, runTool } from './run.mjs';

const shared = ['package-lock.json', 'tsconfig.base.json', 'packages/contract'];

const parts = [
  {
    title: 'Building the server',
    sources: [...shared, 'packages/server'],
    dist: ['packages/contract/dist', 'packages/server/dist'],
    build: () => runTool('typescript/bin/tsc', ['-b', 'packages/server']),
  },
  {
    title: 'Building the web page',
    sources: [...shared, 'packages/web'],
    dist: ['packages/web/dist'],
    build: () => runTool('vite/bin/vite.js', ['build', 'packages/web', '--logLevel', 'warn']),
    finish: () => precompress(inRepo('packages/web/dist')),
  },
];

/** Builds what is older than its sources, by content: a fresh tree costs only the reading. */
export async function ensureBuilt() {
  if (!hasSources()) return;
  for (const part of parts) {
    const wanted = hashOf(part.sources);
    if (builtOf(part) === wanted) continue;
    for (const dist of part.dist) rmSync(inRepo(dist), { recursive: true, force: true });
    await must(part.title, part.build);
    part.finish?.();
    writeFileSync(stampOf(part), wanted);
  }
}

/** Whether the server is built of its sources as they are now. */
export function isServerBuilt() {
  const [server] = parts;
  return builtOf(server) === hashOf(server.sources);
}

const stampOf = ({ dist }) => inRepo(dist.at(-1), '.sources');

/** What its sources were when it was built. */
const builtOf = (part) =>
  existsSync(stampOf(part)) ? readFileSync(stampOf(part), 'utf8') : undefined;

function hashOf(sources) {
  const hash = createHash('sha256').update(process.versions.node);
  for (const file of sources.flatMap(filesIn)) hash.update(file).update(readFileSync(inRepo(file)));
  return hash.digest('hex');
}

const notSource =
  /^(dist|node_modules|migrations|test|coverage|\..*)$|\.test\.tsx?$|\.tsbuildinfo$/;

function filesIn(path) {
  if (!statSync(inRepo(path)).isDirectory()) return [path];
  return readdirSync(inRepo(path))
    .filter((name) => !notSource.test(name))
    .sort()
    .flatMap((name) => filesIn(join(path, name)));
}

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
    const stamp = inRepo(part.dist.at(-1), '.sources');
    const wanted = hashOf(part.sources);
    if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) continue;
    for (const dist of part.dist) rmSync(inRepo(dist), { recursive: true, force: true });
    await must(part.title, part.build);
    part.finish?.();
    writeFileSync(stamp, wanted);
  }
}

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

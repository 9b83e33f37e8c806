import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseSync } from 'oxc-parser';
import { expect, it } from 'vitest';
import { importsWithin } from './lib/import-graph.mjs';
import { listFiles } from './lib/repo-texts.mjs';
import { inRepo } from './lib/root.mjs';
import { readLock } from './lib/third-party.mjs';

const scripts = readdirSync(inRepo('scripts')).filter((name) => /^[\w-]+\.mjs$/.test(name));

/** The packages that a file, and what it imports, needs before its first line runs. */
function packagesBefore(file, seen = new Set()) {
  if (seen.has(file)) return [];
  seen.add(file);
  const { module } = parseSync(file, readFileSync(file, 'utf8'));
  const names = module.staticImports.map(({ moduleRequest }) => moduleRequest.value);
  return names.flatMap((name) => {
    if (name.startsWith('.')) return packagesBefore(join(dirname(file), name), seen);
    return name.startsWith('node:') ? [] : [name];
  });
}

it.each(scripts)('%s begins on a clean clone, where no package is installed yet', (script) => {
  expect(packagesBefore(inRepo('scripts', script))).toEqual([]);
});

const builtFrom =
  /^(packages\/([\w-]+\/src|web\/vite(?!st))(?!\/test\/)|lab\/company\/).*(?<!\.test)\.tsx?$/;

/** Whether an import is there once types are taken out. @param {import('oxc-parser').StaticImport} found */
const isRun = ({ entries }) => entries.length === 0 || entries.some(({ isType }) => !isType);

/** @param {string} file */
function packagesOf(file) {
  const { module } = parseSync(file, readFileSync(inRepo(file), 'utf8'));
  const names = module.staticImports.filter(isRun).map(({ moduleRequest }) => moduleRequest.value);
  return names
    .filter((name) => !/^[.#/]|^node:|^virtual:/.test(name))
    .map((name) => /^(@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? name);
}

it('a start needs no package that is left to developers', () => {
  const sources = listFiles(inRepo()).filter((file) => builtFrom.test(file));
  const needed = new Set([...sources, 'scripts/lib/strip-types.mjs'].flatMap(packagesOf));
  expect([...needed]).toEqual(expect.arrayContaining(['fastify', 'react', 'rolldown', 'vite']));
  const lock = readLock();
  expect([...needed].filter((name) => lock[`node_modules/${name}`]?.dev)).toEqual([]);
});

it('lab/company, which releases have, uses nothing of the repository but the sources of the server', () => {
  const outside = importsWithin(inRepo('lab/company')).filter(({ to }) => to.startsWith('..'));
  expect(outside.length).toBeGreaterThan(0);
  const others = outside.filter(({ to }) => !to.startsWith('../../packages/server/src/'));
  expect(others).toEqual([]);
});

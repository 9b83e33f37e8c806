import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { inRepo } from './root.mjs';
import { must, run } from './run.mjs';

/** The server and what it is made of; the page's packages are needed to build the page, and then no longer. */
export const serverPackages = [
  'packages/contract',
  'packages/embedded-postgres',
  'packages/server',
];
const manifests = [...serverPackages, 'packages/web', 'lab'].map(
  (folder) => `${folder}/package.json`,
);
const production = ['--omit=dev', ...serverPackages.flatMap((folder) => ['--workspace', folder])];

/**
 * Hands over the server's packages, installed in a folder of their own: each file's name below `node_modules` there, and
 * where it lies.
 *
 * @template T
 * @param {(folder: string, files: string[]) => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withProductionPackages(work) {
  const folder = mkdtempSync(join(tmpdir(), 'web-chat-packages-'));
  try {
    for (const name of ['package.json', 'package-lock.json', '.npmrc', ...manifests]) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      cpSync(inRepo(name), join(folder, name));
    }
    // Nothing that a package brings is run here: all that the server needs comes built.
    const flags = ['--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund'];
    await must('Installing what the server needs', () =>
      run('npm', ['ci', ...production, ...flags], { cwd: folder }),
    );
    return await work(folder, await neededFiles(folder));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * The files that a running server may read. npm also installs what is another workspace's for good and the server's for its
 * tests.
 *
 * @param {string} folder
 */
async function neededFiles(folder) {
  const { output } = await run('npm', ['ls', '--all', '--parseable', ...production], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const packages = output
    .split('\n')
    .map((path) => relative(folder, path))
    .filter((path) => path.includes('node_modules/') && !isElsewhere.test(path));
  return packages.sort().flatMap((path) => filesOf(folder, path));
}

// For types alone, or the project's own, which is there as it was built.
const isElsewhere = /node_modules\/(@chat\/|@types\/|openapi-types$|undici-types$)/;
const isLicence = /^(licen[cs]e|copying|notice|authors)/i;
const isNotRun =
  /\.(map|md|markdown|ts|mts|cts|tsx|flow|cc|h|gyp|gypi|html|zip)$|\.(test|spec)\.[cm]?js$|^\.|^(Makefile|Gruntfile\.js|tsconfig.*\.json|bower\.json|component\.json)$/i;
// At the top of a package.
const isAside = /^(\..*|tests?|__tests__|bench(marks?)?|examples?|docs?|coverage|scripts)$/;
// The embedded engine comes with 40 extensions, and once more for `require`.
const isSpare = /\/pglite\/dist\/(.*\.cjs|(.*\/)?(?!pg_trgm)\w+\.tar\.gz)$/;

/**
 * @param {string} folder
 * @param {string} path
 * @param {string} [inside]
 * @returns {string[]}
 */
function filesOf(folder, path, inside = '') {
  return readdirSync(join(folder, path, inside), { withFileTypes: true }).flatMap((entry) => {
    const { name } = entry;
    if (entry.isDirectory()) {
      const isLeft = name === 'node_modules' || (inside === '' && isAside.test(name));
      return isLeft ? [] : filesOf(folder, path, join(inside, name));
    }
    const file = join(path, inside, name);
    const isNeeded = isLicence.test(name) || !(isNotRun.test(name) || isSpare.test(file));
    return entry.isFile() && isNeeded ? [file] : [];
  });
}

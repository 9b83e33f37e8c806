import {
  existsSync,
  lstatSync,
  readdirSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

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

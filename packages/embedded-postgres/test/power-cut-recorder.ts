import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join, relative } from 'node:path';

/**
 * A module for the engine's thread: maintains in `shadow` the state of `folder` after a power cut at this moment. A
 * file has its contents of its last fsync; names (made, moved, removed) are up to date with the last fsync of any file,
 * in order, as in journalling file systems. Everything else is lost.
 */
const { searchParams } = new URL(import.meta.url);
const folder = searchParams.get('folder') ?? '';
const shadow = searchParams.get('shadow') ?? '';

const real = { ...fs };
let journal: (() => void)[] = [];

const isWatched = (path: unknown): path is string =>
  typeof path === 'string' && !relative(folder, path).startsWith('..');
const shadowOf = (path: string) => join(shadow, relative(folder, path));

/** Repeats a successful operation on the shadow once the journal is written. */
function journalled<Args extends unknown[], Result>(
  operation: (...args: Args) => Result,
  onShadow: (...args: Args) => void,
): (...args: Args) => Result {
  return (...args) => {
    const result = operation(...args);
    if (isWatched(args[0])) journal.push(() => onShadow(...args));
    return result;
  };
}

const text = (path: unknown) => shadowOf(String(path));

Object.assign(fs, {
  mkdirSync: journalled(real.mkdirSync, (path, options) => {
    real.mkdirSync(text(path), options);
  }),
  rmdirSync: journalled(real.rmdirSync, (path) => real.rmdirSync(text(path))),
  rmSync: journalled(real.rmSync, (path, options) => real.rmSync(text(path), options)),
  unlinkSync: journalled(real.unlinkSync, (path) => real.unlinkSync(text(path))),
  renameSync: journalled(real.renameSync, (from, to) => real.renameSync(text(from), text(to))),
  writeFileSync: journalled(real.writeFileSync, (path) => {
    real.closeSync(real.openSync(text(path), 'a'));
  }),
  openSync(path: string, ...rest: [fs.OpenMode, fs.Mode?]) {
    const isNew = isWatched(path) && !real.existsSync(path);
    const descriptor = real.openSync(path, ...rest);
    if (isNew) journal.push(() => real.closeSync(real.openSync(text(path), 'a')));
    return descriptor;
  },
  fsyncSync(descriptor: number) {
    real.fsyncSync(descriptor);
    const path = real.readlinkSync(`/proc/self/fd/${descriptor}`);
    if (!isWatched(path)) return;
    for (const change of journal) change();
    journal = [];
    if (real.fstatSync(descriptor).isFile()) real.copyFileSync(path, shadowOf(path));
  },
});
syncBuiltinESMExports();

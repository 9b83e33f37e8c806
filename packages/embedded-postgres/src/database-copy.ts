import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { copyCluster } from './copy-cluster.ts';
import type { EngineThread } from './engine-thread.ts';
import { askOwner, FolderInUseError, lockFolder } from './folder-lock.ts';

const PREFIX = 'copy-';
const REQUEST = /^copy (copy-\w+)$/;
const DONE = 'done';

/** A copy of a database, to open in its folder and then remove. */
export interface DatabaseCopy {
  folder: string;
  remove(): Promise<void>;
}

/**
 * A copy of the database in `folder` as of now, in the same folder. If a process has the database open, only that
 * process can copy it, between two statements, and goes on afterwards. Otherwise this process makes the copy.
 */
export async function copyDatabase(folder: string): Promise<DatabaseCopy> {
  const unlock = await lockFolder(folder).catch((error) => {
    if (error instanceof FolderInUseError) return undefined;
    throw error;
  });
  try {
    return await takeCopy(folder, unlock ? copyCluster : copyByOwner);
  } finally {
    await unlock?.();
  }
}

/** Copies the database in `folder` for the process that has the folder's lock. */
export function copyOwnDatabase(folder: string): Promise<DatabaseCopy> {
  return takeCopy(folder, copyCluster);
}

async function takeCopy(
  folder: string,
  copy: (folder: string, target: string) => void | Promise<void>,
): Promise<DatabaseCopy> {
  await removeDeadCopies(folder);
  const place = await mkdtemp(join(folder, PREFIX));
  // The lock marks the copy as in use, so that nobody takes it for one left behind by a crash.
  const unlock = await lockFolder(place);
  const remove = async () => {
    await unlock();
    await rm(place, { recursive: true, force: true });
  };
  try {
    const target = join(place, 'db');
    await copy(folder, target);
    return { folder: target, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

async function copyByOwner(folder: string, target: string): Promise<void> {
  const answer = await askOwner(folder, `copy ${basename(join(target, '..'))}`);
  if (answer !== DONE) throw new Error(answer);
}

/** Answers a caller of the folder's owner who asks for a copy; returns undefined for any other question. */
export async function answerCopy(
  request: string,
  folder: string,
  engine: Pick<EngineThread, 'copy'>,
): Promise<string | undefined> {
  const [, name] = REQUEST.exec(request) ?? [];
  if (!name) return undefined;
  return engine.copy(join(folder, name, 'db')).then(
    () => DONE,
    (error: Error) => error.message,
  );
}

/** Removes copies that processes left behind when they died. */
export async function removeDeadCopies(folder: string): Promise<void> {
  const names = await readdir(folder);
  for (const name of names.filter((entry) => entry.startsWith(PREFIX))) {
    const copy = join(folder, name);
    const unlock = await lockFolder(copy).catch(() => undefined);
    if (!unlock) continue;
    await unlock();
    await rm(copy, { recursive: true, force: true });
  }
}

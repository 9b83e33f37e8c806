import { mkdtemp, readdir, rm } from 'node:fs/promises';
import type net from 'node:net';
import { basename, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { copyCluster } from './copy-cluster.ts';
import type { EngineThread } from './engine-thread.ts';
import { callOwner, FolderInUseError, lockFolder } from './folder-lock.ts';

const PREFIX = 'copy-';
const REQUEST = /^copy (copy-\w+)\n$/;
const DONE = 'done';

/** A copy of a database, to be opened in its folder and then removed. */
export interface DatabaseCopy {
  folder: string;
  remove(): Promise<void>;
}

/**
 * A copy of the database in `folder` as of now, beside it. Whoever has it open goes on: he alone can copy it, and does so
 * between two statements; a database nobody has open is copied here.
 */
export async function copyDatabase(folder: string): Promise<DatabaseCopy> {
  const unlock = await lockFolder(folder).catch((error) => {
    if (error instanceof FolderInUseError) return undefined;
    throw error;
  });
  try {
    return await takeCopy(folder, unlock ? copyCluster : askOwner);
  } finally {
    await unlock?.();
  }
}

/** As `copyDatabase`, for who holds the folder's lock. */
export function copyOwnDatabase(folder: string): Promise<DatabaseCopy> {
  return takeCopy(folder, copyCluster);
}

async function takeCopy(
  folder: string,
  copy: (folder: string, target: string) => void | Promise<void>,
): Promise<DatabaseCopy> {
  await removeDeadCopies(folder);
  const place = await mkdtemp(join(folder, PREFIX));
  // As long as it is locked nobody takes it for one that a crash has left behind.
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

async function askOwner(folder: string, target: string): Promise<void> {
  const line = await callOwner(folder).catch((cause) => {
    throw new FolderInUseError(folder, { cause });
  });
  line.write(`copy ${basename(join(target, '..'))}\n`);
  const answer = await text(line);
  // Another version, or a command that has no engine open, hangs up.
  if (answer === '') throw new FolderInUseError(folder);
  if (answer !== DONE) throw new Error(answer);
}

/** Serves one who calls the owner of `folder`: those who ask for a copy get one. */
export function answerCaller(
  caller: net.Socket,
  folder: string,
  engine: Pick<EngineThread, 'copy'> | undefined,
): void {
  caller.on('error', () => {});
  caller.once('data', (words) => {
    const [, name] = REQUEST.exec(words.toString()) ?? [];
    if (!name || !engine) {
      caller.destroy();
      return;
    }
    engine.copy(join(folder, name, 'db')).then(
      () => caller.end(DONE),
      (error: Error) => caller.end(error.message),
    );
  });
}

/** Removes the copies of those who died before they could. */
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

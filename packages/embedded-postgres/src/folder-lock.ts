import { randomUUID } from 'node:crypto';
import {
  chmod,
  mkdir,
  mkdtemp,
  readdir,
  rename,
  rm,
  rmdir,
  symlink,
  unlink,
} from 'node:fs/promises';
import net from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** Another process (or another opening in this process) has the folder. */
export class FolderInUseError extends Error {
  override name = 'FolderInUseError';
  constructor(folder: string, options?: ErrorOptions) {
    super(`Another process is using the database folder ${folder}`, options);
  }
}

const hangUp = (caller: net.Socket): void => {
  caller.destroy();
};

/**
 * Locks the folder for this process alone; returns a function that unlocks it. `answer` serves callers of the owner;
 * most callers only check whether there is an owner, and say nothing.
 *
 * The owner is the process that listens on the socket inside `folder/owner`. The kernel closes the socket when the
 * process dies in any way, so a stale lock cannot exist. Unlike a process number, the socket is never reused, and
 * containers that share the folder see it. A claim is one rename of a prepared directory, already listening, over
 * `owner`; the kernel allows the rename only while `owner` is absent or empty. Each socket has a name of its own, so
 * removing a dead owner's socket can never remove that of a rival who has just won.
 */
export async function lockFolder(
  folder: string,
  answer: (caller: net.Socket) => void = hangUp,
): Promise<() => Promise<void>> {
  const owner = join(folder, 'owner');
  const name = randomUUID().slice(0, 8);
  const claim = join(folder, `claim-${name}`);
  // The folder is closed to other users from the first moment on; the socket's own mode counts only on some systems.
  await mkdir(claim, { mode: 0o700 });
  const server = await listenIn(claim, name, answer);
  try {
    await moveInto(owner, claim, folder);
  } catch (error) {
    server.close();
    await rm(claim, { recursive: true, force: true });
    throw error;
  }
  return async () => {
    await unlink(join(owner, name)).catch(ignore('ENOENT'));
    server.close();
    await rmdir(owner).catch(ignore('ENOENT', 'ENOTEMPTY'));
  };
}

async function moveInto(owner: string, claim: string, folder: string): Promise<void> {
  for (;;) {
    try {
      return await rename(claim, owner);
    } catch (error) {
      if (!hasCode(error, 'ENOTEMPTY', 'EEXIST')) throw error;
    }
    const sockets = await readdir(owner).catch((error) => {
      if (hasCode(error, 'EACCES')) throw new FolderInUseError(folder, { cause: error });
      return ignore('ENOENT')(error);
    });
    for (const socket of sockets ?? []) {
      if (await isListening(owner, socket)) throw new FolderInUseError(folder);
      await unlink(join(owner, socket)).catch(ignore('ENOENT'));
    }
  }
}

async function listenIn(
  directory: string,
  name: string,
  answer: (caller: net.Socket) => void,
): Promise<net.Server> {
  const server = net.createServer(answer);
  await throughShortPath(
    directory,
    (short) =>
      new Promise<void>((listening, failed) => {
        server.once('error', failed);
        server.listen(join(short, name), listening);
      }),
  );
  await chmod(join(directory, name), 0o600);
  // The lock alone must not keep the process alive; the engine does so while necessary.
  server.unref();
  return server;
}

/** A connection to the folder's owner; throws if nobody answers. */
export async function callOwner(folder: string): Promise<net.Socket> {
  const owner = join(folder, 'owner');
  const [socket] = await readdir(owner);
  if (socket === undefined) throw new Error(`Nobody owns ${folder}`);
  return throughShortPath(
    owner,
    (short) =>
      new Promise<net.Socket>((answered, failed) => {
        const line = net.connect(join(short, socket));
        line.once('connect', () => answered(line));
        line.once('error', failed);
      }),
  );
}

/** Only a refusal proves that the owner is dead: behind any other failure there may be a living owner. */
async function isListening(directory: string, name: string): Promise<boolean> {
  return throughShortPath(
    directory,
    (short) =>
      new Promise<boolean>((answer) => {
        const probe = net.connect(join(short, name));
        probe.once('connect', () => {
          probe.destroy();
          answer(true);
        });
        probe.once('error', (error) => answer(!hasCode(error, 'ECONNREFUSED', 'ENOENT')));
      }),
  );
}

/** A socket's path has room for about 100 bytes, and data folders may be deeper. */
async function throughShortPath<T>(
  directory: string,
  work: (short: string) => Promise<T>,
): Promise<T> {
  const temporary = await mkdtemp(join(tmpdir(), 'lock-'));
  try {
    const short = join(temporary, 'd');
    await symlink(resolve(directory), short);
    return await work(short);
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}

function hasCode(error: unknown, ...codes: string[]): boolean {
  return error instanceof Error && 'code' in error && codes.some((code) => code === error.code);
}

function ignore(...codes: string[]) {
  return (error: unknown): undefined => {
    if (!hasCode(error, ...codes)) throw error;
  };
}

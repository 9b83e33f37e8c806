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
import { text } from 'node:stream/consumers';

/** Another process (or another opening in this one) holds the folder. */
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
 * Takes the folder for this process alone; gives the function that lets go of it. `answer` serves those who call the
 * owner; most only look whether there is one, and say nothing.
 *
 * The owner is the process that listens on the socket inside `folder/owner`. The kernel closes that socket with the
 * process, however it dies, so nothing stale has to be waited out, and unlike a process number it is never reused and
 * is seen between containers that share the folder. Claiming is one rename of a prepared directory, already listening,
 * over `owner`, which the kernel allows only while `owner` is absent or empty. Each socket has a name of its own, so
 * that the removal of a dead owner's socket never removes the socket of a new owner.
 */
export async function lockFolder(
  folder: string,
  answer: (caller: net.Socket) => void = hangUp,
): Promise<() => Promise<void>> {
  const owner = join(folder, 'owner');
  const name = randomUUID().slice(0, 8);
  const claim = join(folder, `claim-${name}`);
  // Nobody else may enter from the first moment on; the socket's own mode is for systems that mind it.
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
  // The engine keeps the process alive for as long as it should live; the lock alone does not.
  server.unref();
  return server;
}

/** A line to the folder's owner; throws when nobody answers. */
async function callOwner(folder: string): Promise<net.Socket> {
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

/** Only a refusal proves the owner dead: any other failure might hide a living one. */
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

/** A socket's path holds about 100 bytes, and data folders may be deeper than that. */
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

const MAX_CHARACTERS = 10_000;

/** Answers one line of another process; undefined hangs up, as for a line that makes no sense. */
export type AnswerCaller = (request: string) => Promise<string | undefined>;

/**
 * The answer of the owner of `folder`; throws FolderInUseError when the owner is another version or cannot answer now.
 */
export async function askOwner(folder: string, request: string): Promise<string> {
  const inUse = (cause: unknown): never => {
    throw new FolderInUseError(folder, { cause });
  };
  const socket = await callOwner(folder).catch(inUse);
  socket.write(`${request}\n`);
  // Hanging up before all of the request is read arrives as a broken connection.
  const answer = await text(socket).catch(inUse);
  if (answer === '') throw new FolderInUseError(folder);
  return answer;
}

/** Serves a caller of the owner; most only look whether there is one, and say nothing. */
export function serveCaller(caller: net.Socket, answer: AnswerCaller): void {
  let said = '';
  caller.on('error', () => {});
  caller.setEncoding('utf8');
  caller.on('data', (words) => {
    said += words;
    const end = said.indexOf('\n');
    if (end < 0 && said.length <= MAX_CHARACTERS) return;
    caller.removeAllListeners('data').resume();
    answer(said.slice(0, end)).then(
      (words) => (words === undefined ? caller.destroy() : caller.end(words)),
      () => caller.destroy(),
    );
  });
}

import type net from 'node:net';
import { text } from 'node:stream/consumers';
import { callOwner, FolderInUseError } from './folder-lock.ts';

const MAX_CHARACTERS = 10_000;

/** Answers one line of another process; undefined hangs up, as after a line without meaning. */
export type AnswerCaller = (request: string) => Promise<string | undefined>;

/** The answer of the folder's owner; throws FolderInUseError if the owner has another version or cannot answer now. */
export async function askOwner(folder: string, request: string): Promise<string> {
  const inUse = (cause: unknown): never => {
    throw new FolderInUseError(folder, { cause });
  };
  const socket = await callOwner(folder).catch(inUse);
  socket.write(`${request}\n`);
  // An owner that hangs up before reading the whole request looks like a broken connection.
  const answer = await text(socket).catch(inUse);
  if (answer === '') throw new FolderInUseError(folder);
  return answer;
}

/** Serves a caller of the owner; most callers only check whether there is an owner, and say nothing. */
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

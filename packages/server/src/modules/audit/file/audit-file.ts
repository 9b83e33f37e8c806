import { constants } from 'node:fs';
import { access, type FileHandle, open, stat } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { wrongSetting } from '../../../config/env.ts';
import { configTexts } from '../../../config/operator.texts.ts';
import { codeOf } from '../../../shared/errors.ts';
import type { Head } from '../chain/head.ts';

/** An entry as it is appended. */
export interface NumberedLine {
  number: number;
  /** In hexadecimal digits. */
  hash: string;
  line: string;
}

// Longer than any line.
const TAIL_BYTES = 1024 * 1024;
const LINE_BEGINS = '{"number":';
const FULL_PIPE_MS = 50;
const { O_APPEND, O_WRONLY, O_NONBLOCK } = constants;

const lastLineSchema = z.object({ number: z.int(), hash: z.string(), happenedAt: z.string() });

const statOf = (path: string) =>
  stat(path).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  });

/** Nobody waits for a pipe: without a reader it does not open, and a full one takes nothing. */
async function openAt(path: string): Promise<FileHandle> {
  const found = await statOf(path);
  return !found || found.isFile()
    ? open(path, 'a+', 0o600)
    : open(path, O_WRONLY | O_APPEND | O_NONBLOCK);
}

/** Throws ConfigError for a path that this process cannot append to. A pipe may get its reader later. */
export async function assertAppendable(path: string): Promise<void> {
  try {
    const found = await statOf(path);
    if (found?.isFIFO()) await access(path, constants.W_OK);
    else await (await openAt(path)).close();
  } catch {
    throw wrongSetting('AUDIT_FILE', path, configTexts.appendable);
  }
}

/** The last line, where it is an entry's. */
function lastEntryOf(lines: Buffer): z.output<typeof lastLineSchema> | undefined {
  const line = lines.subarray(lines.lastIndexOf('\n', -2) + 1).toString();
  if (!line.startsWith(LINE_BEGINS)) return undefined;
  try {
    return lastLineSchema.parse(JSON.parse(line));
  } catch {
    return undefined;
  }
}

/** The last whole lines, and what stands behind them. */
async function readEnd(handle: FileHandle) {
  const { size } = await handle.stat();
  const length = Math.min(size, TAIL_BYTES);
  const { buffer } = await handle.read(Buffer.alloc(length), 0, length, size - length);
  const end = buffer.lastIndexOf('\n') + 1;
  return { size, last: lastEntryOf(buffer.subarray(0, end)), torn: buffer.subarray(end) };
}

/** The last entry that stands in the file; undefined for a pipe, and where this user may not read it. */
export async function readLastEntry(path: string): Promise<Head | undefined> {
  const found = await statOf(path).catch(() => undefined);
  const handle = found?.isFile() ? await open(path).catch(() => undefined) : undefined;
  if (!handle) return undefined;
  const { last } = await readEnd(handle).finally(() => handle.close());
  if (!last) return undefined;
  const { number, hash, happenedAt } = last;
  return { number, hash: Buffer.from(hash, 'hex'), at: new Date(happenedAt) };
}

/**
 * Makes a file end with a whole line: what a full disk, or a kill, left of an entry is cut off. Returns its last
 * entry.
 */
async function mendEnd(handle: FileHandle) {
  const { size, last, torn } = await readEnd(handle);
  if (torn.length > 0) {
    const isOurs = LINE_BEGINS.startsWith(torn.subarray(0, LINE_BEGINS.length).toString());
    if (isOurs) await handle.truncate(size - torn.length);
    else await writeWhole(handle, Buffer.from('\n'));
  }
  return last;
}

async function writeWhole(handle: FileHandle, bytes: Buffer): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    done += (await handle.write(bytes, done)).bytesWritten;
  }
}

/** A line that a pipe takes in parts is written to its end, for it would be torn. */
async function writeToPipe(handle: FileHandle, bytes: Buffer, signal: AbortSignal): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    try {
      done += (await handle.write(bytes, done)).bytesWritten;
    } catch (error) {
      if (done === 0 || codeOf(error) !== 'EAGAIN' || signal.aborted) throw error;
      await pause(FULL_PIPE_MS);
    }
  }
}

export interface Appended {
  /** The number of the last line that stands there whole; undefined for none. */
  last: number | undefined;
  /** Why not all do. */
  failure: unknown;
}

/** The operator's file or named pipe. One process at a time appends to it. */
export class AuditFile {
  readonly #path: string;
  #handle: FileHandle | undefined;
  #isFile = false;

  constructor(path: string) {
    this.#path = path;
  }

  /**
   * Appends the lines in their order, whole or not at all; lines that stand at the end already are not written again.
   */
  async append(lines: NumberedLine[], signal: AbortSignal): Promise<Appended> {
    const appended: Appended = { last: undefined, failure: undefined };
    try {
      const handle = await this.#open();
      if (this.#isFile) await this.#appendToFile(handle, lines, appended);
      else {
        for (const { number, line } of lines) {
          await writeToPipe(handle, Buffer.from(`${line}\n`), signal);
          appended.last = number;
        }
      }
    } catch (failure) {
      appended.failure = failure;
    }
    return appended;
  }

  async close(): Promise<void> {
    const handle = this.#handle;
    this.#handle = undefined;
    await handle?.close();
  }

  /** The file that has the name now: another one where the last was moved away. */
  async #open(): Promise<FileHandle> {
    if (this.#handle) {
      const [mine, there] = await Promise.all([this.#handle.stat(), statOf(this.#path)]);
      if (there?.ino === mine.ino && there.dev === mine.dev) return this.#handle;
      await this.close();
    }
    this.#handle = await openAt(this.#path);
    this.#isFile = (await this.#handle.stat()).isFile();
    return this.#handle;
  }

  async #appendToFile(handle: FileHandle, lines: NumberedLine[], appended: Appended) {
    const end = await mendEnd(handle);
    const found = lines.findIndex(
      ({ number, hash }) => number === end?.number && hash === end.hash,
    );
    if (found >= 0) appended.last = lines[found]?.number;
    const text = lines.slice(found + 1).map(({ line }) => `${line}\n`);
    if (text.length === 0) return;
    await writeWhole(handle, Buffer.from(text.join('')));
    await handle.datasync();
    appended.last = lines.at(-1)?.number;
  }
}

import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import tar from 'tar-stream';
import { isThere } from '../../db/transfer/open-target.ts';
import { TransferRefusal } from '../../db/transfer/tables.ts';
import { codeOf } from '../../shared/errors.ts';
import { freeBytes } from '../../storage/staging.ts';
import { backupTexts } from '../commands.texts.ts';
import type { Part } from './manifest.ts';

const BLOCK = 512;
const inBlocks = (bytes: number) => Math.ceil(bytes / BLOCK) * BLOCK;

/** A tar file that goes to its output while it is made. */
export class ArchiveWriter {
  readonly parts: Part[] = [];
  readonly #pack = tar.pack();
  readonly #output: ArchiveOutput;
  readonly #written: Promise<void>;

  constructor(output: ArchiveOutput) {
    this.#output = output;
    this.#written = pipeline(this.#pack, output.stream).catch((error) => {
      throw output.explain(error);
    });
    // The next write reports it.
    this.#written.catch(() => {});
  }

  /** The size of all parts, with their heads and the end of the file. */
  get size(): number {
    return this.parts.reduce((sum, { size }) => sum + BLOCK + inBlocks(size), 2 * BLOCK);
  }

  addBytes(name: string, bytes: Buffer): Promise<void> {
    return this.add(name, bytes.length, [bytes]);
  }

  /** Throws when other than `size` bytes come. */
  async add(name: string, size: number, bytes: Readable | Buffer[]): Promise<void> {
    await this.#output.assertRoom(size);
    const hash = createHash('sha256');
    let end: (error: Error | null | undefined) => void = () => {};
    const ended = new Promise<void>((resolve, reject) => {
      end = (error) => (error ? reject(error) : resolve());
    });
    ended.catch(() => {});
    const header = { name, size, mode: 0o600, mtime: new Date() };
    const entry = await this.#open(header, (error) => end(error));
    for await (const chunk of bytes) {
      hash.update(chunk);
      if (!entry.write(chunk)) await this.#whileWriting(once(entry, 'drain'));
    }
    entry.end();
    await this.#whileWriting(ended);
    this.parts.push({ name, size, sha256: hash.digest('hex') });
  }

  async finish(): Promise<void> {
    this.#pack.finalize();
    await this.#written;
    await this.#output.complete();
  }

  async abandon(): Promise<void> {
    this.#pack.destroy();
    await this.#written.catch(() => {});
    await this.#output.abandon();
  }

  /** Where the output has failed already, its reason counts: nothing can be added to the tar file then. */
  async #open(header: tar.Headers, end: (error?: Error | null) => void) {
    try {
      return this.#pack.entry(header, end);
    } catch (error) {
      await this.#written;
      throw error;
    }
  }

  /** An output that cannot be written would otherwise be waited for without end. */
  async #whileWriting(step: Promise<unknown>): Promise<void> {
    await Promise.race([step, this.#written]);
  }
}

/** Where the bytes of an archive go. */
export interface ArchiveOutput {
  stream: Writable;
  /** Throws when so many bytes more should not be written. */
  assertRoom(bytes: number): Promise<void>;
  /** All bytes are written. */
  complete(): Promise<void>;
  /** Nothing is to be left of it. */
  abandon(): Promise<void>;
  /** Why the stream broke off, in this output's own words. */
  explain(error: unknown): unknown;
}

/** A draft that a killed process leaves behind begins and ends so. */
export const draftName = /^\.web-chat-.*\.part$/;

/**
 * The file `path`, which is written beside its place under another name and is there only when it is whole. For its
 * owner's eyes alone. On its disk `reserve` bytes stay free.
 */
export function fileOutput(path: string, reserve = 0): ArchiveOutput {
  const folder = dirname(path);
  const draft = join(folder, `.web-chat-${randomUUID()}.part`);
  return {
    stream: createWriteStream(draft, { flags: 'wx', mode: 0o600, flush: true }),
    async assertRoom(bytes) {
      if (reserve === 0 || (await freeBytes(folder)) - bytes >= reserve) return;
      throw new TransferRefusal(backupTexts.reserved(folder, Math.ceil(reserve / 2 ** 20)));
    },
    async complete() {
      if (await isThere(path)) throw new TransferRefusal(backupTexts.exists(path));
      await rename(draft, path);
      await syncFolder(folder);
    },
    abandon: () => rm(draft, { force: true }),
    explain: (error) =>
      /^(ENOSPC|EDQUOT)$/.test(codeOf(error))
        ? new TransferRefusal(backupTexts.diskFull(folder))
        : error,
  };
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  // Some network file systems have no such thing for folders.
  await handle.sync().catch(() => {});
  await handle.close();
}

// Node's for a reader that went away, at the next write and at those that follow.
const READER_GONE = /^(EPIPE|ECONNRESET|ERR_STREAM_DESTROYED|ERR_STREAM_PREMATURE_CLOSE)$/;

/** Standard output: whoever reads it decides what becomes of the bytes. */
export const standardOutput = (): ArchiveOutput => ({
  stream: process.stdout,
  async assertRoom() {},
  async complete() {},
  async abandon() {},
  explain: (error) =>
    READER_GONE.test(codeOf(error)) ? new TransferRefusal(backupTexts.readerGone) : error,
});

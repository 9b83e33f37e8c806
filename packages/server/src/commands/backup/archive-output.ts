import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Writable } from 'node:stream';
import { isThere } from '../../db/transfer/open-target.ts';
import { TransferRefusal } from '../../db/transfer/tables.ts';
import { codeOf } from '../../shared/errors.ts';
import { freeBytes } from '../../storage/staging.ts';
import { backupTexts } from '../backup.texts.ts';

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

import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Config } from '../../config/env.ts';
import { isThere } from '../../db/transfer/open-target.ts';
import { TransferRefusal } from '../../db/transfer/tables.ts';
import { explainSystemFault } from '../../explain-failure.ts';
import { codeOf, messageOf } from '../../shared/errors.ts';
import { freeBytes } from '../../storage/storage.ts';
import { backupTexts } from '../commands.texts.ts';
import { type ArchiveOutput, type Head, parseHead, partNames, readArchive } from './archive.ts';

/** Where a backup goes. */
export interface Destination {
  output(): ArchiveOutput;
  /** As it is told to people. */
  path: string;
  /** The folder in which it gets a name by the time; undefined where it has a name of its own. */
  folder: string | undefined;
  isStandardOutput: boolean;
}

const STANDARD_OUTPUT = '-';
const STAMPED = /^web-chat-\d{4}-\d\d-\d\d-\d{6}\.tar$/;
const stamped = (now: Date) =>
  `web-chat-${now.toISOString().slice(0, 19).replaceAll(':', '').replace('T', '-')}.tar`;

const found = (path: string) => stat(path).catch(() => undefined);

/** Names a folder, whether it is there or not. */
const isOfFolder = (path: string) => /(^|\/)\.{0,2}$/.test(path);

async function assertFree(path: string, to: string): Promise<void> {
  if (await found(path)) throw new TransferRefusal(backupTexts.exists(path));
  // A disk that is not mounted: the backup would go to the one below it.
  const folder = isOfFolder(to) ? path : dirname(path);
  if (!(await found(folder))?.isDirectory())
    throw new TransferRefusal(backupTexts.noFolder(folder));
}

/** A place that is free: the one that was named, or a name by the time in the folder that was. */
export async function choosePlace(
  config: Config,
  to: string | undefined,
  now: Date,
): Promise<Destination> {
  if (to === STANDARD_OUTPUT) {
    if (process.stdout.isTTY) throw new TransferRefusal(backupTexts.terminal);
    const path = backupTexts.standardOutput;
    return { output: standardOutput, path, folder: undefined, isStandardOutput: true };
  }
  const named = resolve(to ?? join(config.dataDir, 'backups'));
  if (to === undefined) await mkdir(named, { recursive: true, mode: 0o700 });
  const folder = (await found(named))?.isDirectory() ? named : undefined;
  const path = folder ? join(folder, stamped(now)) : named;
  await assertFree(path, folder ? path : (to ?? ''));
  const reserve = await reserveBeside(config, path);
  return { output: () => fileOutput(path, reserve), path, folder, isStandardOutput: false };
}

/** People write on while a backup is made: on their disk it leaves what uploads leave (RESERVE_MB). */
async function reserveBeside({ dataDir, reserveBytes }: Config, path: string): Promise<number> {
  const [data, folder] = await Promise.all([found(dataDir), found(dirname(path))]);
  return data?.dev === folder?.dev ? reserveBytes : 0;
}

/** A draft that a killed process leaves behind begins and ends so. */
const DRAFT = /^\.web-chat-.*\.part$/;

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

/** Standard output: its reader decides what becomes of the bytes. */
const standardOutput = (): ArchiveOutput => ({
  stream: process.stdout,
  async assertRoom() {},
  async complete() {},
  async abandon() {},
  explain: (error) =>
    READER_GONE.test(codeOf(error)) ? new TransferRefusal(backupTexts.readerGone) : error,
});

const MAX_HEAD_BYTES = 2 ** 20;

async function readHead(path: string): Promise<Head | undefined> {
  try {
    for await (const { name, size, bytes } of readArchive(path)) {
      if (name !== partNames.head || size > MAX_HEAD_BYTES) return undefined;
      const chunks: Buffer[] = [];
      for await (const chunk of bytes) chunks.push(chunk);
      return parseHead(Buffer.concat(chunks));
    }
  } catch {
    // No backup, whatever its name, or one of another version.
  }
  return undefined;
}

const DAY_MS = 86_400_000;

/** Drafts of backups that were killed: one that is being written was touched just now. */
async function removeDrafts(folder: string, names: string[], now: Date): Promise<void> {
  for (const name of names.filter((entry) => DRAFT.test(entry))) {
    const stats = await found(join(folder, name));
    if (stats && now.getTime() - stats.mtimeMs > DAY_MS) await rm(join(folder, name));
  }
}

/**
 * Leaves `count` backups of the installation that have a name by the time in `folder`, the newest ones, among them the
 * one at `path`; gives how many older ones were removed. One of another installation, or that cannot be read, stays.
 */
export async function removeOlder(
  { folder, path }: { folder: string; path: string },
  { count, installation, now }: { count: number; installation: string | undefined; now: Date },
): Promise<number> {
  let removed = 0;
  let kept = 1;
  try {
    const names = await readdir(folder);
    await removeDrafts(folder, names, now);
    for (const name of names
      .filter((entry) => STAMPED.test(entry))
      .sort()
      .reverse()) {
      const older = join(folder, name);
      if (older === path || !installation) continue;
      if ((await readHead(older))?.installation !== installation) continue;
      kept += 1;
      if (kept <= count) continue;
      await rm(older);
      removed += 1;
    }
  } catch (error) {
    const reason = explainSystemFault(error) ?? messageOf(error);
    throw new TransferRefusal(backupTexts.notRemoved(path, reason));
  }
  return removed;
}

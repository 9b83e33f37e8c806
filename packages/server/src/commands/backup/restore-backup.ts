import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { isDeepStrictEqual } from 'node:util';
import type { Config } from '../../config/env.ts';
import { dbTexts } from '../../config/operator.texts.ts';
import { isThere, openTarget, swapIn, type Target } from '../../db/transfer/open-target.ts';
import {
  digestOf,
  isLeftOut,
  LEFT_OUT,
  type Row,
  type Table,
  TakenError,
  TransferRefusal,
} from '../../db/transfer/tables.ts';
import { recordRestore } from '../../modules/audit/chain/seal.ts';
import { keyFileIn } from '../../security/installation-key.ts';
import { openStorage } from '../../storage/open-storage.ts';
import type { Storage } from '../../storage/storage.ts';
import { backupTexts } from '../commands.texts.ts';
import { fileKeyOf, type Manifest, partNames, readArchive, tableOf } from './archive.ts';
import { type ProvenArchive, proveArchive } from './prove-archive.ts';

type Settings = Pick<Config, 'databaseUrl' | 'dataDir' | 's3' | 'auditKey'>;

interface Manner {
  replace: boolean;
  now: Date;
  signal: AbortSignal;
}

export interface Restored extends ProvenArchive {
  /** Where that is which was there before. */
  aside: string[];
}

interface Filling {
  target: Target;
  storage: Storage;
  /** A folder for unfinished work. */
  staging: string;
  signal: AbortSignal;
}

const rowsIn = (lines: Buffer): Row[] =>
  lines
    .toString()
    .split('\n')
    .filter((line) => line !== '')
    .map((line): Row => JSON.parse(line));

function refuse(table: string): never {
  throw new TransferRefusal(backupTexts.notAlike(table));
}

async function putFile(
  { storage, staging }: Pick<Filling, 'storage' | 'staging'>,
  key: string,
  bytes: AsyncIterable<Buffer>,
): Promise<void> {
  const path = join(staging, 'file');
  await pipeline(bytes, createWriteStream(path));
  await storage.put(key, path);
}

const putKey = (staging: string, bytes: Buffer) =>
  writeFile(keyFileIn(staging), bytes, { mode: 0o600, flush: true });

/** The tables to be filled, as the migrations made them: nothing that stands in a file becomes part of a statement. */
async function tablesOf(target: Target, { tables }: Manifest): Promise<Map<string, Table>> {
  const made = new Map((await target.findTables()).map((table) => [table.name, table]));
  for (const name of LEFT_OUT) made.delete(name);
  for (const { name, columns, key } of tables) {
    if (!isLeftOut(name) && !isDeepStrictEqual(made.get(name), { name, columns, key }))
      refuse(name);
  }
  return made;
}

async function fill(
  { target, storage, staging, signal }: Filling,
  file: string,
  { head, manifest }: ProvenArchive,
): Promise<void> {
  await target.createSchema(head.migrations);
  const tables = await tablesOf(target, manifest);
  for await (const { name, bytes } of readArchive(file)) {
    signal.throwIfAborted();
    const table = tables.get(tableOf(name) ?? '');
    const key = fileKeyOf(name);
    if (key !== undefined) await putFile({ storage, staging }, key, bytes);
    else if (name === partNames.key) await putKey(staging, await buffer(bytes));
    else if (table) await target.insertRows(table, rowsIn(await buffer(bytes)));
    else await buffer(bytes);
  }
  for (const { name, columns, key, ...wanted } of manifest.tables) {
    if (isLeftOut(name)) continue;
    const digest = await digestOf(target.readRows({ name, columns, key }));
    if (!isDeepStrictEqual(digest, wanted)) refuse(name);
  }
  await target.complete(manifest.sequences);
}

async function hasFiles(dataDir: string): Promise<boolean> {
  const names = await readdir(join(dataDir, 'files')).catch(() => []);
  return names.length > 0;
}

type GoBack = () => Promise<void>;

/** Puts the backup's key in the place of another one; without a key of its own a backup leaves the one that is there. */
async function commitKey(staging: string, dataDir: string, aside: string | undefined) {
  const [fresh, place] = [staging, dataDir].map(keyFileIn) as [string, string];
  if (!(await isThere(fresh))) return undefined;
  const present = await readFile(place).catch(() => undefined);
  if (present?.equals(await readFile(fresh))) return undefined;
  if (present && !aside) throw new TakenError(dbTexts.taken(place));
  return swapIn(fresh, place, aside && keyFileIn(aside));
}

/** Puts restored data, files and key in the place of those in use. */
async function commit({ target, staging }: Filling, settings: Settings, aside: string | undefined) {
  const { dataDir, s3 } = settings;
  const hasKey = await isThere(keyFileIn(staging));
  const files = join(dataDir, 'files');
  await mkdir(join(staging, 'files'), { recursive: true });
  const ways: (GoBack | undefined)[] = [];
  try {
    ways.push(await recordRestore(target.db, settings, hasKey ? staging : dataDir));
    ways.push(await commitKey(staging, dataDir, aside));
    if (!s3) {
      ways.push(await swapIn(join(staging, 'files'), files, aside && join(aside, 'files')));
    }
    await target.commit();
  } catch (error) {
    for (const goBack of ways.reverse()) await goBack?.();
    throw error;
  }
}

/**
 * Proves the backup and puts it where the settings say, all or nothing. Data that are there already
 * are refused, or with `replace` set aside, never deleted.
 */
export async function restoreBackup(
  settings: Settings,
  file: string,
  { replace, now, signal }: Manner,
): Promise<Restored> {
  const { dataDir, s3 } = settings;
  const stamp = now
    .toISOString()
    .replace(/\.\d+Z$/, '')
    .replace(/\D/g, '');
  const aside = replace ? join(dataDir, `before-${stamp}`) : undefined;
  const hadFiles = !s3 && (await hasFiles(dataDir));
  if (hadFiles && !replace) throw new TakenError(dbTexts.taken(join(dataDir, 'files')));
  const proven = await proveArchive(file);
  await mkdir(dataDir, { recursive: true });
  const staging = await mkdtemp(join(dataDir, 'restoring-'));
  try {
    const target = await openTarget(settings, { staging, aside });
    try {
      const storage = openStorage({ s3, dataDir: staging });
      const filling = { target, storage, staging, signal };
      await fill(filling, file, proven);
      await commit(filling, settings, aside);
      const hasAside = aside !== undefined && (await isThere(aside));
      const places = new Set([target.aside, hasAside ? aside : undefined]);
      return { ...proven, aside: [...places].filter((place) => place !== undefined) };
    } finally {
      await target.close();
    }
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

/** Restores a backup that another program hands over: it is read twice, so it is written down first. */
export async function restoreStandardInput(settings: Settings, manner: Manner): Promise<Restored> {
  await mkdir(settings.dataDir, { recursive: true });
  const folder = await mkdtemp(join(settings.dataDir, 'restoring-'));
  try {
    const path = join(folder, 'backup.tar');
    await pipeline(process.stdin, createWriteStream(path), { signal: manner.signal });
    return await restoreBackup(settings, path, manner);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

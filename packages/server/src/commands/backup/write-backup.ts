import { createHash } from 'node:crypto';
import type { Config } from '../../config/env.ts';
import { openSource, type Source } from '../../db/transfer/open-source.ts';
import { isLeftOut, RowDigest, type Table } from '../../db/transfer/tables.ts';
import { isThumbnail, keysOf, listFilesAfter } from '../../modules/chat/store/files.queries.ts';
import { findGeneral } from '../../modules/directory/groups/groups.queries.ts';
import { findKeyFile } from '../../security/installation-key.ts';
import { version } from '../../shared/version.ts';
import { openStorage } from '../../storage/open-storage.ts';
import type { Storage } from '../../storage/storage.ts';
import {
  type ArchiveOutput,
  ArchiveWriter,
  FORMAT,
  type Head,
  linesOf,
  type Manifest,
  partNames,
  type ReferenceRecord,
  type TableRecord,
} from './archive.ts';

const PART_BYTES = 4 * 1024 * 1024;
const FILES_AT_ONCE = 500;

export interface WrittenBackup {
  head: Head;
  manifest: Manifest;
  size: number;
}

interface Writing {
  archive: ArchiveWriter;
  signal: AbortSignal;
}

async function addTable(
  { archive, signal }: Writing,
  source: Source,
  table: Table,
): Promise<TableRecord> {
  const digest = new RowDigest();
  let lines: string[] = [];
  let length = 0;
  let count = 0;
  const flush = async () => {
    if (length === 0) return;
    count += 1;
    await archive.addBytes(partNames.tableRows(table.name, count), Buffer.from(lines.join('')));
    lines = [];
    length = 0;
  };
  for await (const rows of source.readRows(table)) {
    signal.throwIfAborted();
    const added = digest.add(rows);
    lines.push(added);
    length += added.length;
    if (length >= PART_BYTES) await flush();
  }
  await flush();
  return { ...table, ...digest.end() };
}

/** The foreign keys among what a backup holds: rows that hang on some that stay behind could not be restored. */
function referencesWithin({ tables, references }: Source): ReferenceRecord[] {
  const named = new Map(tables.map((table) => [table.name, table]));
  return references.flatMap(({ from, columns, to }) => {
    const [table, needed] = [named.get(from), named.get(to)];
    if (!table || isLeftOut(from)) return [];
    if (!needed || isLeftOut(to)) throw new Error(`${from} hangs on ${to}, which no backup holds`);
    const places = (within: Table, names: string[]) =>
      names.map((name) => within.columns.findIndex((column) => column.name === name));
    return [{ from, columns: places(table, columns), to, key: places(needed, needed.key) }];
  });
}

const hasTable = ({ tables }: Source, wanted: string) => tables.some(({ name }) => name === wanted);

/** GENERAL stands for the installation: it is made at the first start and never removed. */
async function identify(source: Source): Promise<string | undefined> {
  const general = hasTable(source, 'groups') ? await findGeneral(source.db) : undefined;
  return general?.uuid;
}

async function* storedKeys(source: Source): AsyncGenerator<string> {
  if (!hasTable(source, 'files')) return;
  let after: string | undefined;
  for (;;) {
    const files = await listFilesAfter(source.db, after, FILES_AT_ONCE);
    for (const file of files) yield* keysOf(file);
    after = files.at(-1)?.uuid;
    if (after === undefined) return;
  }
}

/** Adds the files that the data name; gives the keys of those that are gone. */
async function addFiles(
  { archive, signal }: Writing,
  source: Source,
  storage: Storage,
): Promise<string[]> {
  const missing: string[] = [];
  for await (const key of storedKeys(source)) {
    signal.throwIfAborted();
    const stored = await storage.read(key);
    if (stored) await archive.add(partNames.file(key), stored.size, stored.bytes);
    // A missing thumbnail is made again when somebody asks for it.
    else if (!isThumbnail(key)) missing.push(key);
  }
  return missing;
}

/** Without it the secrets among the data could not be read after a restore. AUDIT_KEY is the operator's to keep. */
async function addKey({ archive }: Writing, source: Source, dataDir: string): Promise<void> {
  if (!hasTable(source, 'installation_key')) return;
  const key = await findKeyFile(dataDir, source.db);
  if (key) await archive.addBytes(partNames.key, key);
}

async function addEverything(
  writing: Writing,
  source: Source,
  { dataDir, storage }: { dataDir: string; storage: Storage },
): Promise<Omit<WrittenBackup, 'size'>> {
  const { archive } = writing;
  const { engine, applied: migrations, sequences } = source;
  const createdAt = new Date().toISOString();
  const installation = await identify(source);
  const references = referencesWithin(source);
  const origin = { app: version, createdAt, engine, installation };
  const head = { format: FORMAT, ...origin, migrations, references };
  await archive.addBytes(partNames.head, linesOf(head));
  const tables: TableRecord[] = [];
  for (const table of source.tables.filter(({ name }) => !isLeftOut(name))) {
    tables.push(await addTable(writing, source, table));
  }
  await addKey(writing, source, dataDir);
  const missingFiles = await addFiles(writing, source, storage);
  const manifest = { tables, sequences, missingFiles, parts: [...archive.parts] };
  const bytes = linesOf(manifest);
  const sum = createHash('sha256').update(bytes).digest('hex');
  await archive.addBytes(partNames.manifest, bytes);
  await archive.addBytes(partNames.manifestSum, Buffer.from(`${sum}  ${partNames.manifest}\n`));
  return { head, manifest };
}

/** Writes the installation, as it is now, to `output`, whole or not at all; a running server goes on. */
export async function writeBackup(
  config: Pick<Config, 'databaseUrl' | 'dataDir' | 's3'>,
  output: ArchiveOutput,
  signal: AbortSignal,
): Promise<WrittenBackup> {
  const archive = new ArchiveWriter(output);
  try {
    const source = await openSource(config);
    try {
      const places = { dataDir: config.dataDir, storage: openStorage(config) };
      const written = await addEverything({ archive, signal }, source, places);
      signal.throwIfAborted();
      await archive.finish();
      return { ...written, size: archive.size };
    } finally {
      await source.close();
    }
  } catch (error) {
    await archive.abandon();
    throw error;
  }
}

import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import {
  ArchiveWriter,
  type Head,
  linesOf,
  parseHead,
  parseManifest,
  partNames,
  readArchive,
  type TableRecord,
} from '../src/commands/backup/archive.ts';
import { fileOutput } from '../src/commands/backup/backup-place.ts';

/** The contents of a backup, to be changed. */
export interface BackupContents {
  head: Head;
  /** The lines of each table's rows. */
  tables: (TableRecord & { lines: string })[];
}

const sumOf = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest('hex');

/** Writes a backup without files anew after `change`, with checksums that fit. */
export async function rewriteBackup(
  from: string,
  to: string,
  change: (contents: BackupContents) => void,
): Promise<void> {
  const parts = new Map<string, Buffer>();
  for await (const { name, bytes } of readArchive(from)) parts.set(name, await buffer(bytes));
  const manifest = parseManifest(parts.get(partNames.manifest) ?? Buffer.of());
  const linesIn = (table: string) =>
    [...parts].flatMap(([name, bytes]) => (name.startsWith(`tables/${table}/`) ? [bytes] : []));
  const contents: BackupContents = {
    head: parseHead(parts.get(partNames.head) ?? Buffer.of()),
    tables: manifest.tables.map((table) => ({
      ...table,
      lines: Buffer.concat(linesIn(table.name)).toString(),
    })),
  };
  change(contents);
  const archive = new ArchiveWriter(fileOutput(to));
  await archive.addBytes(partNames.head, linesOf(contents.head));
  const tables: TableRecord[] = [];
  for (const { lines, ...table } of contents.tables) {
    if (lines) await archive.addBytes(partNames.tableRows(table.name, 1), Buffer.from(lines));
    tables.push({ ...table, rows: lines.split('\n').length - 1, sha256: sumOf(lines) });
  }
  const written = linesOf({ ...manifest, tables, parts: [...archive.parts] });
  await archive.addBytes(partNames.manifest, written);
  const sum = `${sumOf(written)}  ${partNames.manifest}\n`;
  await archive.addBytes(partNames.manifestSum, Buffer.from(sum));
  await archive.finish();
}

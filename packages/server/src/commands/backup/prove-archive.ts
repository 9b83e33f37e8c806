import { createHash, type Hash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { assertKnownMigrations, SchemaError } from '../../db/migrate.ts';
import type { Digest } from '../../db/transfer/tables.ts';
import { TransferRefusal } from '../../db/transfer/tables.ts';
import { messageOf } from '../../shared/errors.ts';
import { backupTexts } from '../commands.texts.ts';
import { ReferenceCheck } from './check-references.ts';
import {
  type ArchivePart,
  type Head,
  type Manifest,
  type Part,
  parseHead,
  parseManifest,
  partNames,
  readArchive,
  tableOf,
} from './manifest.ts';

export interface ProvenArchive {
  head: Head;
  manifest: Manifest;
}

const NEWLINE = 0x0a;
const kept = new Set([partNames.head, partNames.manifest, partNames.manifestSum]);

/** Sums up the rows of each table over its parts. */
class TableSums {
  readonly #tables = new Map<string, { hash: Hash; rows: number }>();

  add(part: string, chunk: Buffer): void {
    const name = tableOf(part);
    if (name === undefined) return;
    const table = this.#tables.get(name) ?? { hash: createHash('sha256'), rows: 0 };
    this.#tables.set(name, table);
    table.hash.update(chunk);
    for (const byte of chunk) if (byte === NEWLINE) table.rows += 1;
  }

  end(name: string): Digest {
    const { hash, rows } = this.#tables.get(name) ?? { hash: createHash('sha256'), rows: 0 };
    return { rows, sha256: hash.digest('hex') };
  }
}

async function sumUp(
  { name, bytes }: ArchivePart,
  tables: TableSums,
  references: ReferenceCheck | undefined,
): Promise<{ part: Part; content: Buffer }> {
  const hash = createHash('sha256');
  const chunks: Buffer[] = [];
  const isChecked = references?.concerns(name) ?? false;
  let size = 0;
  for await (const chunk of bytes) {
    hash.update(chunk);
    size += chunk.length;
    tables.add(name, chunk);
    if (isChecked || kept.has(name)) chunks.push(chunk);
  }
  const content = Buffer.concat(chunks);
  if (isChecked) references?.add(name, content.toString());
  return { part: { name, size, sha256: hash.digest('hex') }, content };
}

function refuse(detail: string): never {
  throw new TransferRefusal(backupTexts.damaged(detail));
}

function checkManifest(manifest: Manifest, parts: Part[], tables: TableSums): void {
  for (const [index, part] of manifest.parts.entries()) {
    if (!isDeepStrictEqual(part, parts[index])) refuse(part.name);
  }
  if (parts.length !== manifest.parts.length) refuse(partNames.manifest);
  for (const { name, rows, sha256 } of manifest.tables) {
    if (!isDeepStrictEqual(tables.end(name), { rows, sha256 })) refuse(name);
  }
}

async function prove(path: string): Promise<ProvenArchive> {
  const tables = new TableSums();
  const parts: Part[] = [];
  const contents = new Map<string, { content: Buffer; sha256: string }>();
  let head: Head | undefined;
  let references: ReferenceCheck | undefined;
  for await (const entry of readArchive(path)) {
    const { part, content } = await sumUp(entry, tables, references);
    if (kept.has(part.name)) contents.set(part.name, { content, sha256: part.sha256 });
    if (!head) {
      if (part.name !== partNames.head) refuse(part.name);
      head = parseHead(content);
      await assertKnownMigrations(head.migrations);
      references = new ReferenceCheck(head.references ?? []);
    }
    parts.push(part);
  }
  const written = contents.get(partNames.manifest);
  const sum = contents.get(partNames.manifestSum)?.content.toString();
  if (!head || !written || sum === undefined) return refuse(backupTexts.cutOff);
  if (!sum.startsWith(`${written.sha256} `)) refuse(partNames.manifest);
  const manifest = parseManifest(written.content);
  checkManifest(manifest, parts.slice(0, -2), tables);
  return { head, manifest };
}

/** The reason in Spanish, for an error of the reader of tar files or of JSON. */
function reasonOf(message: string): string {
  if (message.startsWith('Invalid tar header')) return backupTexts.notTar;
  return message.startsWith('Unexpected end of data') ? backupTexts.cutOff : backupTexts.unreadable;
}

/** Reads a backup from end to end; throws TransferRefusal unless all of it is there as it was written. */
export async function proveArchive(path: string): Promise<ProvenArchive> {
  try {
    return await prove(path);
  } catch (error) {
    if (error instanceof TransferRefusal || error instanceof SchemaError) throw error;
    // An error of the file itself, such as a file that is not there.
    if (error instanceof Error && 'syscall' in error && error.syscall) throw error;
    return refuse(reasonOf(messageOf(error)));
  }
}

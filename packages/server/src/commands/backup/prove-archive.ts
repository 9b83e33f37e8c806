import { createHash, type Hash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { assertKnownMigrations, SchemaError } from '../../db/migrate.ts';
import { type Digest, TransferRefusal } from '../../db/transfer/tables.ts';
import { messageOf } from '../../shared/errors.ts';
import { backupTexts } from '../commands.texts.ts';
import {
  type ArchivePart,
  type Head,
  type Manifest,
  type Part,
  parseHead,
  parseManifest,
  partNames,
  type ReferenceRecord,
  readArchive,
  tableOf,
} from './archive.ts';

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

/**
 * Proves, row by row, that a backup holds all rows on which others of its rows hang: without one of them none could be
 * restored. Tables come after those on which they hang.
 */
class ReferenceCheck {
  readonly #references: ReferenceRecord[];
  readonly #keys = new Map<string, { places: number[]; set: KeySet }>();

  constructor(references: ReferenceRecord[]) {
    this.#references = references;
    for (const { to, key } of references) {
      this.#keys.set(to, { places: key, set: new KeySet(key.length) });
    }
  }

  /** Says whether the rows of the part matter here. */
  concerns(part: string): boolean {
    const table = tableOf(part);
    return table !== undefined && (this.#keys.has(table) || this.#of(table).length > 0);
  }

  /** Throws TransferRefusal for the first row that hangs on nothing. */
  add(part: string, lines: string): void {
    const table = tableOf(part) ?? '';
    const own = this.#keys.get(table);
    const references = this.#of(table);
    for (const line of lines.split('\n')) {
      if (line === '') continue;
      const row: (string | null)[] = JSON.parse(line);
      for (const { columns, to } of references) {
        const key = columns.map((column) => row[column] ?? null);
        // A row without a value hangs on nothing.
        if (key.includes(null) || this.#keys.get(to)?.set.has(key.map(Number))) continue;
        refuse(backupTexts.dangling(table, to));
      }
      if (own && !own.set.add(own.places.map((place) => Number(row[place])))) {
        refuse(part);
      }
    }
  }

  #of(table: string): ReferenceRecord[] {
    return this.#references.filter(({ from }) => from === table);
  }
}

const FIRST_KEYS = 1_024;

/**
 * Primary keys of whole numbers, 8 bytes each: a table of millions fits in memory. Keys are added in ascending order.
 */
class KeySet {
  readonly #width: number;
  #values: Float64Array;
  #count = 0;

  constructor(width: number) {
    this.#width = width;
    this.#values = new Float64Array(FIRST_KEYS * width);
  }

  /** Returns false where the key does not come after the one before. */
  add(key: number[]): boolean {
    if (this.#count > 0 && this.#compare(this.#count - 1, key) >= 0) return false;
    const start = this.#count * this.#width;
    if (start + this.#width > this.#values.length) {
      const wider = new Float64Array(this.#values.length * 2);
      wider.set(this.#values);
      this.#values = wider;
    }
    this.#values.set(key, start);
    this.#count += 1;
    return true;
  }

  has(key: number[]): boolean {
    let [low, high] = [0, this.#count];
    while (low < high) {
      const middle = (low + high) >>> 1;
      const order = this.#compare(middle, key);
      if (order === 0) return true;
      if (order < 0) low = middle + 1;
      else high = middle;
    }
    return false;
  }

  #compare(at: number, key: number[]): number {
    for (let place = 0; place < this.#width; place++) {
      const order = (this.#values[at * this.#width + place] ?? 0) - (key[place] ?? 0);
      if (order !== 0) return order;
    }
    return 0;
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

import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import type { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import tar from 'tar-stream';
import { z } from 'zod';
import { TransferRefusal } from '../../db/transfer/tables.ts';
import { backupTexts } from '../commands.texts.ts';

// Raised when an older version of this program could not read the backup any more.
export const FORMAT = 1;

/** The names of what lies in a backup, in this order. */
export const partNames = {
  head: 'backup.json',
  tableRows: (table: string, number: number) =>
    `tables/${table}/${String(number).padStart(6, '0')}.ndjson`,
  file: (key: string) => `files/${key}`,
  /** The installation's key, where it is a file. */
  key: 'installation.key',
  manifest: 'manifest.json',
  manifestSum: 'manifest.json.sha256',
};

/** The table whose rows a part holds. */
export const tableOf = (part: string): string | undefined => /^tables\/([^/]+)\//.exec(part)?.[1];
/** The key of the file that a part holds. */
export const fileKeyOf = (part: string): string | undefined =>
  /^files\/([0-9a-f-]{36}(?:\.[a-z]+)?)$/.exec(part)?.[1];

const places = z.array(z.int().nonnegative()).min(1);

/** A foreign key, by the places of its columns in the rows of both tables. */
const referenceSchema = z.object({
  from: z.string(),
  columns: places,
  to: z.string(),
  key: places,
});

export type ReferenceRecord = z.infer<typeof referenceSchema>;

const headSchema = z.object({
  format: z.number(),
  app: z.string(),
  createdAt: z.iso.datetime(),
  engine: z.enum(['embedded', 'server']),
  /** The installation's identity in all its backups, also after a restore; absent where nobody had started it. */
  installation: z.string().optional(),
  /** The migrations that the data had had. */
  migrations: z.array(
    z.object({
      name: z.string(),
      checksum: z.string(),
      version: z.string().nullish(),
      beside: z.string().nullish(),
    }),
  ),
  /** The rows that must be there for others; absent in backups of versions before. */
  references: z.array(referenceSchema).optional(),
});

/** The first entry of a backup: enough to know whether this version can read it, and to prove its rows one by one. */
export type Head = z.infer<typeof headSchema>;

const partSchema = z.object({ name: z.string(), size: z.number(), sha256: z.string() });

export type Part = z.infer<typeof partSchema>;

const tableSchema = z.object({
  name: z.string(),
  columns: z.array(z.object({ name: z.string(), type: z.string() })),
  key: z.array(z.string()),
  rows: z.number(),
  /** Over the lines of all its parts. */
  sha256: z.string(),
});

export type TableRecord = z.infer<typeof tableSchema>;

const manifestSchema = z.object({
  tables: z.array(tableSchema),
  sequences: z.array(z.object({ name: z.string(), lastValue: z.string() })),
  /** Keys of files that the data name and the store no longer had. */
  missingFiles: z.array(z.string()),
  /** Everything before the manifest. */
  parts: z.array(partSchema),
});

/** The last entry of a backup: a list of all that must be in it. */
export type Manifest = z.infer<typeof manifestSchema>;

export const linesOf = (value: Head | Manifest): Buffer =>
  Buffer.from(`${JSON.stringify(value, null, 1)}\n`);

export function parseHead(bytes: Buffer): Head {
  const { format } = z.object({ format: z.number() }).parse(JSON.parse(bytes.toString()));
  if (format > FORMAT) throw new TransferRefusal(backupTexts.newerFormat);
  return headSchema.parse(JSON.parse(bytes.toString()));
}

export const parseManifest = (bytes: Buffer): Manifest =>
  manifestSchema.parse(JSON.parse(bytes.toString()));

/** The contents of a backup in numbers, without anything that people write. */
export function presentContents({ tables, parts, missingFiles }: Manifest): string {
  const rowsOf = (table: string) => tables.find(({ name }) => name === table)?.rows ?? 0;
  const files = parts.filter(({ name }) => fileKeyOf(name) !== undefined).length;
  const holds = backupTexts.holds(rowsOf('users'), rowsOf('messages'), files);
  return missingFiles.length > 0 ? `${holds}; ${backupTexts.missing(missingFiles)}` : holds;
}

export interface ArchivePart {
  name: string;
  size: number;
  /** To be read to its end before the next part comes. */
  bytes: AsyncIterable<Buffer>;
}

/** In place of a path: an archive that another program hands over. */
export const STANDARD_INPUT = '-';

/** The parts of a tar file, one after the other. */
export async function* readArchive(path: string): AsyncGenerator<ArchivePart> {
  const extract = tar.extract();
  const bytes = path === STANDARD_INPUT ? process.stdin : createReadStream(path);
  const reading = pipeline(bytes, extract);
  // The reader of the parts gets its error.
  reading.catch(() => {});
  for await (const entry of extract) {
    const { name, size = 0 } = entry.header;
    yield { name, size, bytes: entry };
  }
  await reading;
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

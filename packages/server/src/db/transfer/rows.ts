import { createHash } from 'node:crypto';
import pg from 'pg';
import type { Table } from './tables.ts';

/** One row's values in PostgreSQL's own text form, which every engine reads back as it was. */
export type Row = (string | null)[];

const BATCH = 500;
const named = pg.escapeIdentifier;

// Whatever a server is set to: the same text for the same value, and no clock that ends a long reading.
const SETTINGS = [
  "timezone = 'UTC'",
  "datestyle = 'ISO, YMD'",
  "intervalstyle = 'postgres'",
  "bytea_output = 'hex'",
  'extra_float_digits = 1',
  'statement_timeout = 0',
  'idle_in_transaction_session_timeout = 0',
  'lock_timeout = 0',
];

/** Begins the transaction in which rows are read or written. */
export async function beginTransfer(client: pg.ClientBase, mode: string): Promise<void> {
  await client.query(`begin ${mode}`);
  for (const setting of SETTINGS) await client.query(`set local ${setting}`);
}

/** All rows in the order of the key, never many at a time. */
export async function* readRows(
  client: pg.ClientBase,
  { name, columns, key }: Table,
): AsyncGenerator<Row[]> {
  const types = new Map(columns.map((column) => [column.name, column.type]));
  const chosen = columns.map((column) => `t.${named(column.name)}::text`);
  const order = key.map(
    (part) => `t.${named(part)}${types.get(part) === 'text' ? ' collate "C"' : ''}`,
  );
  await client.query(
    `declare transfer no scroll cursor for select ${chosen} from ${named(name)} as t order by ${order}`,
  );
  for (;;) {
    const { rows } = await client.query<Row>({
      text: `fetch ${BATCH} from transfer`,
      rowMode: 'array',
    });
    if (rows.length === 0) break;
    yield rows;
  }
  await client.query('close transfer');
}

export async function insertRows(
  client: pg.ClientBase,
  { name, columns }: Table,
  rows: Row[],
): Promise<void> {
  const typed = columns.map(({ type }, index) => `v${index}::${type}`);
  const given = columns.map((_, index) => `$${index + 1}::text[]`);
  const names = columns.map((_, index) => `v${index}`);
  for (let start = 0; start < rows.length; start += BATCH) {
    const batch = rows.slice(start, start + BATCH);
    await client.query(
      `insert into ${named(name)} (${columns.map((column) => named(column.name))}) overriding system value
       select ${typed} from unnest(${given}) as given (${names})`,
      columns.map((_, index) => batch.map((row) => row[index])),
    );
  }
}

/** Number of rows and checksum over all lines: equal for two tables with the same content. */
export interface Digest {
  rows: number;
  sha256: string;
}

/** Turns rows into lines of JSON and counts and sums them up on the way. */
export class RowDigest {
  readonly #hash = createHash('sha256');
  #rows = 0;

  add(rows: Row[]): string {
    const lines = rows.map((row) => `${JSON.stringify(row)}\n`).join('');
    this.#hash.update(lines);
    this.#rows += rows.length;
    return lines;
  }

  end(): Digest {
    return { rows: this.#rows, sha256: this.#hash.digest('hex') };
  }
}

export async function digestOf(batches: AsyncIterable<Row[]>): Promise<Digest> {
  const digest = new RowDigest();
  for await (const rows of batches) digest.add(rows);
  return digest.end();
}

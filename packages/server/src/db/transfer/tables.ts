import { createHash } from 'node:crypto';
import pg from 'pg';
import { typeParsers } from '../database.ts';
import { onceStarted } from '../open-database.ts';

interface Column {
  name: string;
  type: string;
}

export interface Table {
  name: string;
  columns: Column[];
  /** Its primary key, by which its rows are read in the same order everywhere. */
  key: string[];
}

/** A foreign key: where all these columns have values, the other table has a row with them as its primary key. */
export interface Reference {
  from: string;
  columns: string[];
  to: string;
}

// The first is kept by the migrations themselves; who runs now, and by which clock what is removed, is nobody's data.
// The search index is made again from the messages, and what waits for the audit's chain follows from both.
const NOT_DATA = [
  'schema_migrations',
  'processes',
  'watches',
  'visible_pages',
  'clock',
  'retention',
  'search_messages',
  'search_blocks',
  'search_progress',
  'audit_unchained',
];

/**
 * The tables with data that a move carries, and no backup. A restored session, or invitation, could be one that was ended
 * since; people sign in again, on devices still approved, and from the beginning. Push subscriptions end with their
 * sessions, and a copy tells no browser anything. A secret that was copied is none: the first process to start makes a
 * new one. A ZIP of somebody's data lasts a day, and its file is in no backup. AUDIT_FILE goes on with the entry of the
 * restore.
 */
export const LEFT_OUT = [
  'sessions',
  'invitations',
  'sign_in_attempts',
  'push_subscriptions',
  'push_notifications',
  'push_farewells',
  'push_withheld',
  'data_exports',
  'process_secret',
  'audit_file_progress',
] as const;

export type LeftOut = (typeof LEFT_OUT)[number];

/** No backup of this version holds the table; one of before may, and its rows are not restored. */
export const isLeftOut = (table: string): boolean => LEFT_OUT.some((each) => each === table);

/** Every table with data, each after those that it refers to. */
export async function findTables(client: pg.ClientBase): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select t.relname as name,
       (select json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod)) order by a.attnum)
          from pg_attribute a
         where a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
       (select coalesce(json_agg(a.attname order by k.place), '[]')
          from pg_index i
            cross join unnest(i.indkey::int2[]) with ordinality as k (number, place)
            join pg_attribute a on a.attrelid = t.oid and a.attnum = k.number
         where i.indrelid = t.oid and i.indisprimary) as key
     from pg_class t
     where t.relnamespace = current_schema()::regnamespace
       and t.relkind in ('r', 'p') and not t.relispartition and t.relname <> all($1)
     order by t.relname collate "C"`,
    [NOT_DATA],
  );
  const keyless = rows.find(({ key }) => key.length === 0);
  if (keyless) throw new Error(`The table ${keyless.name} has no primary key`);
  return inOrderOfNeed(rows, await findReferences(client));
}

/** The foreign keys between different tables. */
export async function findReferences(client: pg.ClientBase): Promise<Reference[]> {
  const { rows } = await client.query<Reference>(
    `select t.relname as "from", needed.relname as "to",
       (select json_agg(a.attname order by array_position(i.indkey::int2[], k.key))
          from unnest(c.conkey, c.confkey) as k (number, key)
            join pg_attribute a on a.attrelid = t.oid and a.attnum = k.number) as columns
     from pg_constraint c join pg_class t on t.oid = c.conrelid join pg_class needed on needed.oid = c.confrelid
       join pg_index i on i.indexrelid = c.conindid
     where c.contype = 'f' and c.conparentid = 0 and c.confrelid <> c.conrelid
       and t.relnamespace = current_schema()::regnamespace
     order by t.relname collate "C", c.conname collate "C"`,
  );
  return rows;
}

function inOrderOfNeed(tables: Table[], references: Reference[]): Table[] {
  const ordered: Table[] = [];
  const placed = new Set<string>();
  while (ordered.length < tables.length) {
    const next = tables.find(
      ({ name }) =>
        !placed.has(name) && references.every(({ from, to }) => from !== name || placed.has(to)),
    );
    if (!next) throw new Error('Tables refer to each other in a circle');
    placed.add(next.name);
    ordered.push(next);
  }
  return ordered;
}

/** Where a sequence stands: numbers once given are not given again, even when their rows are gone. */
export interface Sequence {
  name: string;
  lastValue: string;
}

export async function findSequences(client: pg.ClientBase): Promise<Sequence[]> {
  const { rows } = await client.query<Sequence>(
    `select sequencename as name, last_value::text as "lastValue" from pg_sequences
     where schemaname = current_schema() and last_value is not null
     order by sequencename collate "C"`,
  );
  return rows;
}

export async function setSequences(client: pg.ClientBase, sequences: Sequence[]): Promise<void> {
  await client.query(
    `select setval(quote_ident(name)::regclass, last_value)
     from unnest($1::text[], $2::bigint[]) as given (name, last_value)`,
    [sequences.map(({ name }) => name), sequences.map(({ lastValue }) => lastValue)],
  );
}

/** Nothing was changed; the message says why in one line. */
export class TransferRefusal extends Error {}

/** The target has data already. */
export class TakenError extends TransferRefusal {}

/** One connection of its own to a PostgreSQL server, for as long as a transfer takes. */
export function connectOnceStarted(connectionString: string, name: string): Promise<pg.Client> {
  return onceStarted(async () => {
    const client = new pg.Client({
      connectionString,
      application_name: name,
      types: typeParsers,
    });
    // The statement under way reports a broken connection.
    client.on('error', () => {});
    await client.connect();
    return client;
  });
}

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

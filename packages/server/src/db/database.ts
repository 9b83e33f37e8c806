import { createHash } from 'node:crypto';
import { EventEmitter } from 'node:events';
import pg from 'pg';
import sql, { empty, type Sql } from 'sql-template-tag';

export { empty, type Sql, sql };

/** Runs statements written with `sql`; rows come back with camelCase names, bigint as number, timestamptz as Date. */
export interface Db {
  many<Row>(query: Sql): Promise<Row[]>;
  maybeOne<Row>(query: Sql): Promise<Row | undefined>;
  /** Throws when the statement gives no row: for those that always give one. */
  one<Row>(query: Sql): Promise<Row>;
  /** The number of rows touched. */
  run(query: Sql): Promise<number>;
}

export interface Database extends Db {
  /** Commits what `work` did, or nothing when it throws. `work` must use `tx` alone: the embedded engine has one connection. */
  transaction<T>(work: (tx: Db) => Promise<T>): Promise<T>;
  /** `doubt`: a connection was lost in the midst of a statement, and nobody can know whether it was carried out. */
  readonly events: EventEmitter<{ doubt: [] }>;
  close(): Promise<void>;
}

type Queryable = Pick<pg.Pool, 'query'>;

const camelNames = new Map<string, string>();
function camelCase(column: string): string {
  let name = camelNames.get(column);
  if (name === undefined) {
    name = column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
    camelNames.set(column, name);
  }
  return name;
}

// Statement texts are fixed (values are always parameters), so each is parsed once a connection and found by this name.
interface Statement {
  name: string;
  shape: Shape | undefined;
}

interface Shape {
  columns: string[];
  names: string[];
  /** Every row begins as its copy: V8 would keep an object that grows name by name as a slow dictionary. */
  blank: Record<string, unknown>;
}

const statements = new Map<string, Statement>();
function statementOf(text: string): Statement {
  let statement = statements.get(text);
  if (statement === undefined) {
    const name = createHash('sha256').update(text).digest('base64url').slice(0, 24);
    statement = { name, shape: undefined };
    statements.set(text, statement);
  }
  return statement;
}

function shapeOf(fields: pg.FieldDef[]): Shape {
  const columns = fields.map(({ name }) => name);
  const names = columns.map(camelCase);
  const nulls = names.map((name) => `${JSON.stringify(name)}:null`);
  return { columns, names, blank: JSON.parse(`{${nulls.join()}}`) };
}

// The same words may find other columns after a migration, and in another database.
const fits = ({ columns }: Shape, fields: pg.FieldDef[]): boolean =>
  fields.length === columns.length && fields.every(({ name }, n) => name === columns[n]);

/** Where connections change between transactions, a name given on one is unknown on the next. */
type Naming = 'named' | 'unnamed';

async function execute(
  on: Queryable,
  query: Sql,
  naming: Naming,
): Promise<{ rows: unknown[]; count: number }> {
  const text = query.text;
  const statement = statementOf(text);
  const name = naming === 'named' && { name: statement.name };
  const result = await on.query<unknown[]>({
    ...name,
    text,
    values: query.values,
    rowMode: 'array',
  });
  if (!statement.shape || !fits(statement.shape, result.fields)) {
    statement.shape = shapeOf(result.fields);
  }
  const { names, blank } = statement.shape;
  const rows = result.rows.map((values) => {
    const row = { ...blank };
    for (let i = 0; i < names.length; i++) row[names[i] as string] = values[i];
    return row;
  });
  return { rows, count: result.rowCount ?? 0 };
}

const LOST = /^(ECONNRESET|EPIPE|57P0[1-4])$/;

function isConnectionLost(error: unknown): boolean {
  const { code = '', message } = error as Error & DatabaseFault;
  return LOST.test(code) || message.includes('Connection terminated');
}

/** Tells `events` when the connection is lost under a query. */
function doubting(on: Queryable, events: Database['events']): Queryable {
  const query = (config: pg.QueryArrayConfig) =>
    on.query(config).catch((error: unknown) => {
      if (isConnectionLost(error)) events.emit('doubt');
      throw error;
    });
  return { query: query as Queryable['query'] };
}

/** The same `Db` over one connection, whoever opened it. */
export function dbOn(on: Queryable, naming: Naming = 'named'): Db {
  return {
    async many<Row>(query: Sql) {
      return (await execute(on, query, naming)).rows as Row[];
    },
    async maybeOne<Row>(query: Sql) {
      return (await execute(on, query, naming)).rows[0] as Row | undefined;
    },
    async one<Row>(query: Sql) {
      const { rows } = await execute(on, query, naming);
      if (rows.length === 0) throw new Error('A statement that always gives a row gave none');
      return rows[0] as Row;
    },
    async run(query) {
      return (await execute(on, query, naming)).count;
    },
  };
}

/** The same `Database` over any pool: a PostgreSQL server's or the embedded engine's. */
export function databaseOn(
  pool: pg.Pool,
  close: () => Promise<void>,
  naming: Naming = 'named',
): Database {
  const events: Database['events'] = new EventEmitter();
  return {
    ...dbOn(doubting(pool, events), naming),
    events,
    async transaction(work) {
      const client = await pool.connect();
      let broken: Error | undefined;
      try {
        await client.query('begin');
        const result = await work(dbOn(client, naming));
        await doubting(client, events).query('commit');
        return result;
      } catch (error) {
        await client.query('rollback').catch((failure: Error) => {
          broken = failure;
        });
        throw error;
      } finally {
        client.release(broken);
      }
    },
    close,
  };
}

const INT8 = 20;

/** Identifiers and counters stay far below 2^53, so bigint is read as a number. */
export const typeParsers: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') => {
    if (oid === INT8) return Number;
    return pg.types.getTypeParser(oid, format as 'text');
  }) as pg.CustomTypesConfig['getTypeParser'],
};

interface DatabaseFault {
  code?: string;
  constraint?: string;
}

/** A partition refuses by its own constraint, messages_p3_reference_key (deploy/postgres/partition-messages.sql). */
const wholeName = (constraint: string | undefined) => constraint?.replace(/_p\d+_/, '_');

/** True when `error` is the database refusing a second row under the named unique constraint or index. */
export function isUniqueViolation(error: unknown, constraint: string): boolean {
  const fault = error as DatabaseFault;
  return fault?.code === '23505' && wholeName(fault.constraint) === constraint;
}

/** True when `error` is the database refusing to remove or name a row because of the named foreign key. */
export function isForeignKeyViolation(error: unknown, constraint: string): boolean {
  const fault = error as DatabaseFault;
  return fault?.code === '23503' && fault.constraint === constraint;
}

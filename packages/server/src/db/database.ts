import { createHash } from 'node:crypto';
import { EventEmitter } from 'node:events';
import type { AnswerCaller } from '@chat/embedded-postgres/folder-lock';
import pg from 'pg';
import sql, { empty, join, raw, type Sql } from 'sql-template-tag';
import { isCommitUnknown, isDiskFull, takesReadsOnly } from './faults.ts';

export { empty, join, raw, type Sql, sql };

/**
 * A number as part of the words, for the few that are always the same. PostgreSQL takes a `limit` it is not told for a
 * tenth of everything, and then plans a statement anew each time it is sent rather than keep a plan it holds for dear.
 */
export const fixed = (value: number): Sql => raw(String(value));

/** Runs statements written with `sql`; rows come back with camelCase names, bigint as number, timestamptz as Date. */
export interface Db {
  many<Row>(query: Sql): Promise<Row[]>;
  maybeOne<Row>(query: Sql): Promise<Row | undefined>;
  /** Throws when the statement gives no row: for those that always give one. */
  one<Row>(query: Sql): Promise<Row>;
  /** The number of rows touched. */
  run(query: Sql): Promise<number>;
}

/** Settings of the database until the transaction ends (`set local`); names and values come from our code alone. */
export type Settings = Readonly<Record<string, string>>;

export interface Database extends Db {
  /**
   * Commits what `work` did, or nothing when it throws. `work` must use `tx` alone: the embedded engine has one
   * connection.
   */
  transaction<T>(work: (tx: Db) => Promise<T>, settings?: Settings): Promise<T>;
  /**
   * `commitUnknown`: a statement was sent and no answer came, and nobody can know whether it was carried out. `lost`: a
   * connection of the pool broke, so that the work of some callers may have ended behind their commit.
   */
  readonly events: EventEmitter<{ commitUnknown: []; lost: [] }>;
  /** Its disk had no room for a statement lately. */
  isFull(): boolean;
  /**
   * Counts the statements of this process that change rows, and their commits: whatever they change is there by then.
   */
  changes(): number;
  /** The pool's connections at work, and the callers that wait for one. */
  connections(): { inUse: number; waiting: number };
  /** From now on told of the time of each statement. */
  timeStatements(note: NoteTime): void;
  /**
   * Answers other processes of this machine that need the embedded engine; a database server is open to them anyway.
   */
  answerCallers(answer: AnswerCaller): void;
  close(): Promise<void>;
}

const LATELY_MS = 30_000;
/** Emits to `events` when a query's fate is unknown, and gives `note` whatever it fails with. */
function watchingConnection(
  on: Queryable,
  events: Database['events'],
  note: (error: unknown) => void = () => {},
): Queryable {
  const query = <Row extends unknown[]>(config: pg.QueryArrayConfig) =>
    on.query<Row>(config).catch((error: unknown) => {
      note(error);
      if (isCommitUnknown(error)) events.emit('commitUnknown');
      throw error;
    });
  return { query };
}

/** Makes a `Db` of a connection, or a pool, that somebody else has opened. */
export function dbOn(on: Queryable, naming: Naming = 'named', noteTime?: NoteTime): Db {
  return {
    async many<Row>(query: Sql) {
      return (await execute<Row>(on, query, naming, noteTime)).rows;
    },
    async maybeOne<Row>(query: Sql) {
      return (await execute<Row>(on, query, naming, noteTime)).rows[0];
    },
    async one<Row>(query: Sql) {
      const [row] = (await execute<Row>(on, query, naming, noteTime)).rows;
      if (row === undefined) throw new Error('A statement that always gives a row gave none');
      return row;
    },
    async run(query) {
      return (await execute(on, query, naming, noteTime)).count;
    },
  };
}

// Every refused statement comes here, and a flood of them must not take a connection each from those who read.
const LET_GO_MS = 1_000;

/**
 * Returns what lets go of all connections that are open by then, each once it is free: new ones go where the name of
 * the server leads by then.
 */
function lettingGoOf(pool: pg.Pool): () => void {
  const open = new Set<pg.PoolClient>();
  let stale = new WeakSet<pg.PoolClient>();
  let doneAt = Number.NEGATIVE_INFINITY;
  pool.on('connect', (client) => open.add(client));
  pool.on('remove', (client) => open.delete(client));
  // A client that is ending is no client for the pool to keep.
  pool.on('release', (_, client) => {
    if (stale.has(client)) void client.end();
  });
  return () => {
    if (performance.now() - doneAt < LET_GO_MS) return;
    doneAt = performance.now();
    stale = new WeakSet(open);
    for (let idle = pool.idleCount; idle > 0; idle--) {
      pool.connect((_, client) => client?.release());
    }
  };
}

/** In one go, so that settings cost no way of their own. */
function beginWith(settings: Settings): string {
  const set = Object.entries(settings).map(([name, value]) => `set local ${name} = '${value}'`);
  return ['begin', ...set].join('; ');
}

/** Makes a `Database` of any pool: a PostgreSQL server's or the embedded engine's. */
export function databaseOn(
  pool: pg.Pool,
  close: () => Promise<void>,
  naming: Naming = 'named',
  answerCallers: Database['answerCallers'] = () => {},
): Database {
  const events: Database['events'] = new EventEmitter();
  let fullUntil = 0;
  let timing: NoteTime = () => {};
  let changes = 0;
  const noteTime: NoteTime = (kind, ms) => {
    if (kind !== 'read') changes++;
    timing(kind, ms);
  };
  const letGo = lettingGoOf(pool);
  const note = (error: unknown) => {
    if (takesReadsOnly(error)) letGo();
    if (isDiskFull(error)) fullUntil = Date.now() + LATELY_MS;
  };
  return {
    ...dbOn(watchingConnection(pool, events, note), naming, noteTime),
    events,
    isFull: () => Date.now() < fullUntil,
    changes: () => changes,
    connections: () => ({
      inUse: pool.totalCount - pool.idleCount,
      waiting: pool.waitingCount,
    }),
    timeStatements(note) {
      timing = note;
    },
    async transaction(work, settings = {}) {
      const client = await pool.connect();
      let broken: Error | undefined;
      try {
        await client.query(beginWith(settings));
        const result = await work(dbOn(client, naming, noteTime));
        const begun = performance.now();
        await watchingConnection(client, events).query({ text: 'commit', rowMode: 'array' });
        noteTime('commit', performance.now() - begun);
        return result;
      } catch (error) {
        note(error);
        await client.query('rollback').catch((failure: Error) => {
          broken = failure;
        });
        throw error;
      } finally {
        client.release(broken);
      }
    },
    answerCallers,
    close,
  };
}

const INT8 = 20;

/** Identifiers and counters stay far below 2^53, so bigint is read as a number. */
export const typeParsers = new pg.TypeOverrides();
typeParsers.setTypeParser(INT8, Number);

/** A pool or one connection: carries a statement out, and gives rows as lists of cells. */
interface Queryable {
  query<Row extends unknown[]>(config: pg.QueryArrayConfig): Promise<pg.QueryArrayResult<Row>>;
}

const camelCase = (column: string): string =>
  column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

// Statement texts are fixed (values are always parameters), so each is parsed once a connection and found by this name.
/** Whether a statement changes rows. */
type StatementKind = 'read' | 'write';

/** Hears how long each statement took, from asking for a connection to its answer. */
type NoteTime = (kind: StatementKind | 'commit', ms: number) => void;

interface Statement {
  name: string;
  kind: StatementKind;
  shape: Shape | undefined;
}

interface Shape {
  columns: string[];
  names: string[];
  /** Every row begins as its copy: V8 would keep an object that grows name by name as a slow dictionary. */
  blank: Record<string, unknown>;
}

const CHANGES = /\b(insert\s+into|update\s+\w+|delete\s+from)\b/i;

const statements = new Map<string, Statement>();

function statementOf(text: string): Statement {
  let statement = statements.get(text);
  if (statement === undefined) {
    const name = createHash('sha256').update(text).digest('base64url').slice(0, 24);
    const kind = CHANGES.test(text) ? 'write' : 'read';
    statement = { name, kind, shape: undefined };
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

// A statement's text may find other columns after a migration, and in another database.
const fits = ({ columns }: Shape, fields: pg.FieldDef[]): boolean =>
  fields.length === columns.length && fields.every(({ name }, n) => name === columns[n]);

// Lists of numbers are written here, since `pg` searches each number for quotes: thousands take a while.
const isNumbers = (value: unknown): value is number[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'number');
const written = (value: unknown) => (isNumbers(value) ? `{${value.join()}}` : value);

/** Where connections change between transactions, a name given on one is unknown on the next. */
type Naming = 'named' | 'unnamed';

async function execute<Row = unknown>(
  on: Queryable,
  { text, values }: Sql,
  naming: Naming,
  noteTime?: NoteTime,
): Promise<{ rows: Row[]; count: number }> {
  const statement = statementOf(text);
  const name = naming === 'named' && { name: statement.name };
  const query = { ...name, text, values: values.map(written), rowMode: 'array' } as const;
  const begun = performance.now();
  let result: pg.QueryArrayResult<unknown[]>;
  try {
    result = await on.query<unknown[]>(query);
  } finally {
    // One that fails has taken its time, too.
    noteTime?.(statement.kind, performance.now() - begun);
  }
  if (!statement.shape || !fits(statement.shape, result.fields)) {
    statement.shape = shapeOf(result.fields);
  }
  const { names, blank } = statement.shape;
  const rows = result.rows.map((cells) => {
    const row = { ...blank };
    for (let i = 0; i < names.length; i++) {
      const name = names[i];
      if (name !== undefined) row[name] = cells[i];
    }
    return row;
  });
  // The type says what columns a statement gives; nothing checks it.
  return { rows: rows as Row[], count: result.rowCount ?? 0 };
}

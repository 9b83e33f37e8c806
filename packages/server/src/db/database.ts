import { EventEmitter } from 'node:events';
import type { AnswerCaller } from '@chat/embedded-postgres/ask-owner';
import pg from 'pg';
import sql, { empty, join, raw, type Sql } from 'sql-template-tag';
import { isDiskFull } from './faults.ts';
import { isCommitUnknown } from './outage.ts';
import { execute, type Naming, type NoteTime, type Queryable } from './statements.ts';

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

/** What the database goes by until the transaction ends, as `set local` has it; names and values of our own words. */
export type Settings = Readonly<Record<string, string>>;

export interface Database extends Db {
  /** Commits what `work` did, or nothing when it throws. `work` must use `tx` alone: the embedded engine has one connection. */
  transaction<T>(work: (tx: Db) => Promise<T>, settings?: Settings): Promise<T>;
  /** `commitUnknown`: a statement was sent and no answer came, and nobody can know whether it was carried out. */
  readonly events: EventEmitter<{ commitUnknown: [] }>;
  /** Its disk had no room for a statement lately. */
  isFull(): boolean;
  /** Of the pool: those at work, and callers that wait for one. */
  connections(): { inUse: number; waiting: number };
  /** From now on told of the time of each statement. */
  timeStatements(note: NoteTime): void;
  /** Answers other processes of this machine that need the embedded engine; a database server is open to them anyway. */
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

/** The same `Db` over one connection that somebody else has opened. */
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

/** In one go, so that settings cost no way of their own. */
function beginWith(settings: Settings): string {
  const set = Object.entries(settings).map(([name, value]) => `set local ${name} = '${value}'`);
  return ['begin', ...set].join('; ');
}

/** The same `Database` over any pool: a PostgreSQL server's or the embedded engine's. */
export function databaseOn(
  pool: pg.Pool,
  close: () => Promise<void>,
  naming: Naming = 'named',
  answerCallers: Database['answerCallers'] = () => {},
): Database {
  const events: Database['events'] = new EventEmitter();
  let fullUntil = 0;
  let timing: NoteTime = () => {};
  const noteTime: NoteTime = (kind, ms) => timing(kind, ms);
  const note = (error: unknown) => {
    if (isDiskFull(error)) fullUntil = Date.now() + LATELY_MS;
  };
  return {
    ...dbOn(watchingConnection(pool, events, note), naming, noteTime),
    events,
    isFull: () => Date.now() < fullUntil,
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

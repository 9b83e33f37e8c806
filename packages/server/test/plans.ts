import { firstOf } from '@chat/contract/checks';
import { type Database, type Db, raw, type Sql, sql } from '../src/db/database.ts';

const OF_MESSAGES = /\bmessages\b/;
// The heartbeat, and the look at the sessions that a process knows.
const REPEATED = /^\s*(?:with beat as|select known\.id as session_id)/;

/**
 * Records every statement that reaches the database from now on, in transactions too, but those that a timer repeats
 * beside any test. The returned function returns the statements that match `sought`, each once.
 */
export function noteStatements(db: Database, sought = OF_MESSAGES): () => Sql[] {
  const noted = new Map<string, Sql>();
  const note = <Result>(run: (query: Sql) => Promise<Result>) => {
    return (query: Sql) => {
      const isNoted = sought.test(query.text) && !REPEATED.test(query.text);
      if (isNoted) noted.set(query.text, query);
      return run(query);
    };
  };
  const noting = ({ many, maybeOne, one, run }: Db): Db =>
    ({ many: note(many), maybeOne: note(maybeOne), one: note(one), run: note(run) }) as Db;
  const { many, maybeOne, one, run, transaction } = db;
  Object.assign(db, noting(db));
  db.transaction = (work, settings) => transaction((tx) => work(noting(tx)), settings);
  return () => {
    Object.assign(db, { many, maybeOne, one, run, transaction });
    return [...noted.values()];
  };
}

export interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  /** The number of executions, for a statement that was executed. */
  'Actual Loops'?: number;
  /** The rows returned by each execution. */
  'Actual Rows'?: number;
  /** Further rows that each execution looked at. */
  'Rows Removed by Filter'?: number;
  'Rows Removed by Join Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  /** Pages of tables and indexes that the step and all steps below it have read. */
  'Shared Hit Blocks'?: number;
  'Shared Read Blocks'?: number;
  Plans?: PlanNode[];
}

interface Explained {
  'QUERY PLAN': { Plan: PlanNode }[];
}

const nodesOf = (plan: PlanNode): PlanNode[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

async function nodesFrom(db: Db, explaining: Sql): Promise<PlanNode[]> {
  const explained = await db.one<Explained>(explaining);
  return nodesOf(firstOf(explained['QUERY PLAN']).Plan);
}

/** All steps of the plan. `analyze` executes the statement, so call it where the effect can be undone. */
export function explain(db: Db, statement: Sql, { analyze = false } = {}): Promise<PlanNode[]> {
  const how = analyze ? sql`explain (analyze, format json)` : sql`explain (format json)`;
  return nodesFrom(db, sql`${how} ${statement}`);
}

function written(value: unknown): string {
  if (value instanceof Date) return value.toISOString();
  if (Buffer.isBuffer(value)) return `\\x${value.toString('hex')}`;
  if (!Array.isArray(value)) return String(value);
  return `{${value.map((one) => (one === null ? 'null' : JSON.stringify(written(one)))).join()}}`;
}

const literal = (value: unknown) =>
  value === null ? 'null' : `'${written(value).replaceAll("'", "''")}'`;

/** A plan for these values, or one for any values: PostgreSQL tries both when a statement is repeated. */
const planKinds = ['custom', 'generic'] as const;

/** All rows that a step has handled, returned or not. */
function rowsOf(node: PlanNode): number {
  const each =
    (node['Actual Rows'] ?? 0) +
    (node['Rows Removed by Filter'] ?? 0) +
    (node['Rows Removed by Join Filter'] ?? 0) +
    (node['Rows Removed by Index Recheck'] ?? 0);
  return each * (node['Actual Loops'] ?? 0);
}

let prepared = 0;

type PlanKind = (typeof planKinds)[number];

/** Executes the statement by a plan of this kind, and undoes it. */
async function carryOut(tx: Db, { text, values }: Sql, kind: PlanKind): Promise<PlanNode[]> {
  const name = `explained_${++prepared}`;
  const given = values.length === 0 ? '' : `(${values.map(literal).join()})`;
  await tx.run(sql`savepoint explained`);
  await tx.run(sql`select set_config('plan_cache_mode', ${`force_${kind}_plan`}, true)`);
  await tx.run(raw(`prepare ${name} as ${text}`));
  const nodes = await nodesFrom(
    tx,
    raw(`explain (analyze, buffers, format json) execute ${name}${given}`),
  );
  await tx.run(raw(`deallocate ${name}`));
  await tx.run(sql`rollback to savepoint explained`);
  return nodes;
}

/** The most rows that any step handles; the statement is executed by a plan of this kind and undone. */
export const rowsHandled = async (tx: Db, statement: Sql, kind: PlanKind): Promise<number> =>
  Math.max(...(await carryOut(tx, statement, kind)).map(rowsOf));

/**
 * The number of pages that the statement reads, executed and undone. Rows that an index passes over count only in
 * pages.
 */
export async function pagesRead(tx: Db, statement: Sql): Promise<number> {
  const [all] = await carryOut(tx, statement, 'custom');
  return (all?.['Shared Hit Blocks'] ?? 0) + (all?.['Shared Read Blocks'] ?? 0);
}

const ours = sql`select oid from pg_class where relnamespace = 'public'::regnamespace`;

/** Until the rollback the planner knows of the tables only the size of their files, as after an import. */
async function withoutStatistics(tx: Db): Promise<void> {
  await tx.run(sql`set local allow_system_table_mods = on`);
  await tx.run(sql`delete from pg_statistic where starelid in (${ours})`);
  await tx.run(sql`
    update pg_class set reltuples = -1, relpages = 0, relallvisible = 0
    where relkind in ('r', 'i') and oid in (${ours})`);
}

/** Runs `work` twice in a transaction that is rolled back: first with statistics of all tables, then without any. */
export async function withAndWithoutStatistics(
  db: Database,
  work: (tx: Db, isAnalysed: boolean) => Promise<void>,
): Promise<void> {
  const undone = new Error('undone');
  await db
    .transaction(async (tx) => {
      // The order counts: autovacuum then waits for this analysis, and not the other way round.
      await tx.run(sql`analyze`);
      await work(tx, true);
      await withoutStatistics(tx);
      await work(tx, false);
      throw undone;
    })
    .catch((error) => {
      if (error !== undone) throw error;
    });
}

export interface RowsByPlan {
  isAnalysed: boolean;
  kind: PlanKind;
  text: string;
  rows: number;
}

/**
 * Each statement with the most rows that one of its steps handles, by every kind of plan, with and without statistics.
 * The rollback also undoes the preparation.
 */
export async function rowsByEveryPlan(
  db: Database,
  statements: Sql[],
  before: (tx: Db) => Promise<void> = async () => {},
): Promise<RowsByPlan[]> {
  const found: RowsByPlan[] = [];
  await withAndWithoutStatistics(db, async (tx, isAnalysed) => {
    await before(tx);
    for (const kind of planKinds) {
      for (const statement of statements) {
        const rows = await rowsHandled(tx, statement, kind);
        found.push({ isAnalysed, kind, text: statement.text, rows });
      }
    }
  });
  return found;
}

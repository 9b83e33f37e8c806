import { type Db, type Sql, sql } from '../src/db/database.ts';

/** Notes every statement that reaches the database from now on; gives those that speak of messages, once each. */
export function noteStatements(db: Db): () => Sql[] {
  const noted = new Map<string, Sql>();
  const note = <Result>(run: (query: Sql) => Promise<Result>) => {
    return (query: Sql) => {
      if (/\bmessages\b/.test(query.text)) noted.set(query.text, query);
      return run(query);
    };
  };
  const { many, maybeOne, one, run } = db;
  Object.assign(db, { many: note(many), maybeOne: note(maybeOne), one: note(one), run: note(run) });
  return () => {
    Object.assign(db, { many, maybeOne, one, run });
    return [...noted.values()];
  };
}

export interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  /** How often it was carried out, of a statement that was. */
  'Actual Loops'?: number;
  /** What it gave each time. */
  'Actual Rows'?: number;
  Plans?: PlanNode[];
}

const nodesOf = (plan: PlanNode): PlanNode[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

/** All steps of the plan; with `analyze` the statement is carried out, so do that where it can be undone. */
export async function explain(
  db: Db,
  statement: Sql,
  { analyze = false } = {},
): Promise<PlanNode[]> {
  const how = analyze ? sql`explain (analyze, format json)` : sql`explain (format json)`;
  const explained = await db.one<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(sql`${how} ${statement}`);
  const [{ Plan }] = explained['QUERY PLAN'] as [{ Plan: PlanNode }];
  return nodesOf(Plan);
}

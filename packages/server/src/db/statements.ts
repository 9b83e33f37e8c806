import { createHash } from 'node:crypto';
import type pg from 'pg';
import type { Sql } from 'sql-template-tag';

/** What carries a statement out, rows as lists of cells: a pool, or one connection. */
export interface Queryable {
  query<Row extends unknown[]>(config: pg.QueryArrayConfig): Promise<pg.QueryArrayResult<Row>>;
}

const camelCase = (column: string): string =>
  column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

// Statement texts are fixed (values are always parameters), so each is parsed once a connection and found by this name.
/** Whether a statement changes rows. */
export type StatementKind = 'read' | 'write';

/** Hears how long each statement took, from asking for a connection to its answer. */
export type NoteTime = (kind: StatementKind | 'commit', ms: number) => void;

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

// The same words may find other columns after a migration, and in another database.
const fits = ({ columns }: Shape, fields: pg.FieldDef[]): boolean =>
  fields.length === columns.length && fields.every(({ name }, n) => name === columns[n]);

// As `pg` would write them, but that it searches each for quotes first: thousands of numbers take a while.
const isNumbers = (value: unknown): value is number[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'number');
const written = (value: unknown) => (isNumbers(value) ? `{${value.join()}}` : value);

/** Where connections change between transactions, a name given on one is unknown on the next. */
export type Naming = 'named' | 'unnamed';

export async function execute<Row = unknown>(
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

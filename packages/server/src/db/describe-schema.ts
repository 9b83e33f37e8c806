import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { migrate } from './migrate.ts';
import { openEngine } from './open-database.ts';

const HEAD = `-- What the migrations come to, for reading alone: nothing runs this file.
-- Written by \`npm run schema\`; a test holds it against the migrations on both engines.`;

/** Writes into `file`, which is `schema.sql`, what the migrations make of an empty database. */
export async function dumpSchema(file: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'web-chat-schema-'));
  try {
    const { pool, close } = await openEngine(folder);
    try {
      await migrate(pool);
      await writeFile(file, await describeSchema(pool));
    } finally {
      await close();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

type Queryable = Pick<pg.ClientBase, 'query'>;

interface FoundTable {
  name: string;
  /** The parts of the table, each in PostgreSQL's own words. */
  columns: string[];
  constraints: string[];
  options: string[] | null;
  indexes: string[];
  triggers: string[];
}

const HERE = 'current_schema()::regnamespace';

// Without the names of not-null constraints: newer versions of PostgreSQL give them some, and older ones do not.
const TABLES = `
  select t.relname as name, t.reloptions as options,
    array(
      select concat_ws(' ', quote_ident(a.attname), format_type(a.atttypid, a.atttypmod),
          case when a.attcollation <> y.typcollation then 'COLLATE ' || quote_ident(c.collname) end,
          case when a.attidentity = 'a' then 'GENERATED ALWAYS AS IDENTITY'
               when a.attgenerated = 's' then 'GENERATED ALWAYS AS (' || pg_get_expr(d.adbin, d.adrelid, true) || ') STORED'
               when d.adbin is not null then 'DEFAULT ' || pg_get_expr(d.adbin, d.adrelid, true) end,
          case when a.attnotnull then 'NOT NULL' end)
      from pg_attribute a
        join pg_type y on y.oid = a.atttypid
        left join pg_collation c on c.oid = a.attcollation
        left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
      where a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
      order by a.attnum) as columns,
    array(
      select 'CONSTRAINT ' || quote_ident(conname) || ' ' || pg_get_constraintdef(oid, true)
      from pg_constraint
      where conrelid = t.oid and contype in ('p', 'u', 'f', 'c')
      order by position(contype::text in 'pufc'), conname collate "C") as constraints,
    array(
      select pg_get_indexdef(indexrelid)
      from pg_index i join pg_class x on x.oid = i.indexrelid
      where i.indrelid = t.oid and not exists (select from pg_constraint where conindid = i.indexrelid and contype in ('p', 'u'))
      order by x.relname collate "C") as indexes,
    array(
      select pg_get_triggerdef(oid, true) from pg_trigger
      where tgrelid = t.oid and not tgisinternal
      order by tgname collate "C") as triggers
  from pg_class t
  where t.relnamespace = ${HERE} and t.relkind in ('r', 'p') and not t.relispartition
  order by t.relname collate "C"`;

// Sequences of identity columns belong to their column.
const SEQUENCES = `
  select 'CREATE SEQUENCE ' || quote_ident(s.relname) as words
  from pg_class s
  where s.relnamespace = ${HERE} and s.relkind = 'S'
    and not exists (select from pg_depend where objid = s.oid and classid = 'pg_class'::regclass and deptype = 'i')
  order by s.relname collate "C"`;

const EXTENSIONS = `
  select 'CREATE EXTENSION ' || quote_ident(extname) as words from pg_extension
  where extnamespace = ${HERE}
  order by extname collate "C"`;

// Functions of extensions belong to their extension.
const FUNCTIONS = `
  select pg_get_functiondef(oid) as words from pg_proc p
  where pronamespace = ${HERE} and prokind = 'f'
    and not exists (select from pg_depend where objid = p.oid and classid = 'pg_proc'::regclass and deptype = 'e')
  order by proname collate "C", oid`;

/** The schema as text to read, the same on every engine: what stands in `schema.sql`. */
export async function describeSchema(client: Queryable): Promise<string> {
  const { rows: tables } = await client.query<FoundTable>(TABLES);
  const parts = [
    ...(await wordsOf(client, EXTENSIONS)),
    ...(await wordsOf(client, FUNCTIONS)),
    ...(await wordsOf(client, SEQUENCES)),
    ...tables.map(describeTable),
  ];
  return `${[HEAD, ...parts].join('\n\n')}\n`;
}

async function wordsOf(client: Queryable, query: string): Promise<string[]> {
  const { rows } = await client.query<{ words: string }>(query);
  return rows.map(({ words }) => statement(words));
}

function describeTable(table: FoundTable): string {
  const lines = [...table.columns, ...table.constraints].map((line) => `  ${line}`);
  const options = table.options ? ` WITH (${table.options.join(', ')})` : '';
  const whole = `CREATE TABLE ${table.name} (\n${lines.join(',\n')}\n)${options}`;
  return [whole, ...table.indexes, ...table.triggers].map(statement).join('\n');
}

/** Without what every line would say. */
const statement = (words: string) =>
  `${words.trimEnd().replaceAll('public.', '').replaceAll(' USING btree', '')};`;

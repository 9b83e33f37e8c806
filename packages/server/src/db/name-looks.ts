import unhomoglyph from 'unhomoglyph';
import { type Db, type Sql, sql } from './database.ts';
import { isUniqueViolation } from './faults.ts';

/** The columns that a rename sets. A row may keep its present name, even if an older row looks like it. */
export const renamedTo = (name: string): Sql => sql`
  name = ${name}, name_key = ${nameKey(name)},
  name_look = case when name = ${name} then name_look else ${nameLook(name)} end`;

interface NamedTable {
  table: Sql;
  /** Within which names are unique. */
  scopeOf: (row: Sql) => Sql;
  isLiving: (row: Sql) => Sql;
  constraint: string;
}

interface NamedRow {
  id: number;
  name: string;
  nameLook: string | null;
}

const BATCH = 1_000;

/** Gives older rows their looks, and all of them anew when Unicode knows more look-alikes: the first row of those that look alike has it. */
export async function fillLooks(db: Db, named: NamedTable): Promise<void> {
  let after = 0;
  for (;;) {
    const rows = await db.many<NamedRow>(sql`
      select id, name, name_look from ${named.table} t
      where id > ${after} and ${named.isLiving(sql`t`)} order by id limit ${BATCH}`);
    const last = rows.at(-1);
    if (!last) return;
    await updateLooks(
      db,
      named,
      rows.filter((row) => row.nameLook !== nameLook(row.name)),
    );
    after = last.id;
  }
}

async function updateLooks(db: Db, named: NamedTable, rows: NamedRow[]): Promise<void> {
  if (rows.length === 0) return;
  const { table, scopeOf, isLiving, constraint } = named;
  const looks = rows.map(({ name }) => nameLook(name));
  const update = sql`
    update ${table} t set name_look = first.look
    from (
      select distinct on (${scopeOf(sql`w`)}, l.look) w.id, l.look
      from unnest(${rows.map(({ id }) => id)}::bigint[], ${looks}::text[]) as l (id, look)
        join ${table} w on w.id = l.id
      order by ${scopeOf(sql`w`)}, l.look, w.id
    ) first
    where t.id = first.id and not exists (
      select from ${table} o
      where o.name_look = first.look and ${scopeOf(sql`o`)} = ${scopeOf(sql`t`)} and ${isLiving(sql`o`)}
    )`;
  try {
    await db.run(update);
  } catch (error) {
    // Another process has just given one of the looks to a new row: the next start fills the others.
    if (!isUniqueViolation(error, constraint)) throw error;
  }
}

/** A name as `name_key` columns keep it: names that differ by case alone are the same (rules/groups 2, rules/offices-and-projects 2). */
export const nameKey = (name: string): string => name.normalize('NFC').toLowerCase();

const UNSEEN = /\p{Default_Ignorable_Code_Point}/gu;
const WHITE_SPACE = /\p{White_Space}+/gu;
const NOT_ASCII = /[^\0-\x7f]/gu;
const CAPITAL = /\p{Lu}/u;

/** A name as it looks: accents apart from their letters, invisible characters left out. */
const seen = (name: string) =>
  name.normalize('NFKC').replace(UNSEEN, '').replace(WHITE_SPACE, ' ').trim().normalize('NFD');

/** The letter of the Latin alphabet that a sign looks like, or the sign itself (Unicode Technical Standard 39). */
function latinOf(sign: string): string {
  const latin = unhomoglyph(sign);
  // A tall bar is an l to Unicode, and an I where it is a capital.
  return latin === 'l' && CAPITAL.test(sign) ? 'i' : latin;
}

/**
 * A name as `name_look` columns keep it: names that nobody can tell apart by looking are the same. Letters and digits of
 * ASCII stay what they are ('Zona O' is not 'Zona 0'), and accents too.
 */
export const nameLook = (name: string): string =>
  seen(name).replace(NOT_ASCII, latinOf).normalize('NFD').toLowerCase();

/** For a name that must not even nearly be taken: 'l', 'I' and '1' are one, and white space counts for nothing. */
export const strictLook = (name: string): string =>
  unhomoglyph(seen(name).replace(WHITE_SPACE, '')).toLowerCase();

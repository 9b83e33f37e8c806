import { type Db, raw, sql } from '../src/db/database.ts';

let refusals = 0;

/**
 * The database refuses to write such rows of the table, as where a value is out of its range.
 *
 * @param condition of `new` and `old`, in words of our own
 */
export async function refuseRows(
  db: Db,
  table: string,
  when: 'insert' | 'update' | 'delete' | 'insert or update',
  condition: string,
): Promise<void> {
  const name = `refuse_${++refusals}`;
  const row = when === 'delete' ? 'old' : 'new';
  await db.run(sql`
    create function ${raw(name)}() returns trigger language plpgsql as $$
    begin
      if ${raw(condition)} then raise exception 'out of range' using errcode = '22003'; end if;
      return ${raw(row)};
    end
    $$`);
  await db.run(sql`
    create trigger ${raw(name)} before ${raw(when)} on ${raw(table)}
      for each row execute function ${raw(name)}()`);
}

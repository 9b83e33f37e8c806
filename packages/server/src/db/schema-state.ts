import { type Db, sql } from './database.ts';
import { readMigrations } from './migrate.ts';

let known: Promise<Set<string>> | undefined;

/**
 * How many of this version's migrations the data has had, and how many not; and how many others, of a newer version that
 * another process runs already.
 */
export async function findSchemaState(
  db: Db,
): Promise<{ applied: number; missing: number; unknown: number }> {
  known ??= readMigrations().then((all) => new Set(all.map(({ name }) => name)));
  const names = await known;
  const rows = await db.many<{ name: string }>(sql`select name from schema_migrations`);
  const applied = rows.filter(({ name }) => names.has(name)).length;
  return { applied, missing: names.size - applied, unknown: rows.length - applied };
}

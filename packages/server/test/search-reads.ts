import { type Database, type Db, type Settings, type Sql, sql } from '../src/db/database.ts';
import { withAndWithoutStatistics } from './plans.ts';

/** A statement that reads the index, with the settings that apply to it. */
export interface Read {
  settings: Settings;
  statement: Sql;
}

/** Records the statements that read the index. */
export function noteReads(db: Database): { reads: Read[]; end(): void } {
  const reads: Read[] = [];
  const { transaction } = db;
  db.transaction = (work, settings = {}) =>
    transaction(
      (tx) =>
        work({
          ...tx,
          one(statement) {
            if (statement.text.includes('search_')) reads.push({ settings, statement });
            return tx.one(statement);
          },
        }),
      settings,
    );
  const end = () => {
    db.transaction = transaction;
  };
  return { reads, end };
}

export type Measure = (tx: Db, statement: Sql) => Promise<number>;

/** The cost of each read, with statistics and then without any. */
export async function costsOf(db: Database, reads: Read[], measure: Measure): Promise<number[]> {
  const all: number[] = [];
  await withAndWithoutStatistics(db, async (tx) => {
    for (const { settings, statement } of reads) {
      await tx.run(sql`savepoint settings`);
      await tx.run(sql`
        select set_config(name, value, true)
        from unnest(${Object.keys(settings)}::text[], ${Object.values(settings)}::text[]) as setting (name, value)`);
      all.push(await measure(tx, statement));
      await tx.run(sql`rollback to savepoint settings`);
    }
  });
  return all;
}

import { type Db, sql } from '../../db/database.ts';

export async function answers(db: Db): Promise<boolean> {
  return (await db.run(sql`select 1`)) === 1;
}

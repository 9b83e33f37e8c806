import { type Db, sql } from '../../db/database.ts';

/** Throws when the database does not answer. */
export const answers = (db: Db): Promise<number> => db.run(sql`select 1`);

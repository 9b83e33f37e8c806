import { randomBytes } from 'node:crypto';
import { type Database, sql } from '../../db/database.ts';
import { SECRET_BYTES } from './secrets.ts';

/** The secret of all processes on this database; of several that start at once on a new one, the first makes it. */
export async function findOrInsertSecret(db: Database): Promise<Buffer> {
  const secret = randomBytes(SECRET_BYTES);
  await db.run(sql`insert into process_secret (secret) values (${secret}) on conflict do nothing`);
  const found = await db.one<{ secret: Buffer }>(sql`select secret from process_secret`);
  return found.secret;
}

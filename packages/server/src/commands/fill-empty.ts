import { type Database, type Db, sql } from '../db/database.ts';
import { ensureGeneral } from '../modules/directory/groups/groups.actions.ts';
import { hasUsers, refreshStatistics } from '../modules/directory/users/bulk-people.queries.ts';

/** A large company takes longer to make up, and to store, than a request may. */
async function waitPatiently(tx: Db): Promise<void> {
  await tx.run(sql`
    select set_config('idle_in_transaction_session_timeout', '0', true), set_config('statement_timeout', '0', true)`);
}

/** Fills an installation that nobody uses yet, whole or not at all; gives what `fill` gives, undefined when somebody is there already. */
export async function fillEmpty(
  db: Database,
  fill: (tx: Db) => Promise<number>,
): Promise<number | undefined> {
  await ensureGeneral({ db });
  return db.transaction(async (tx) => {
    if (await hasUsers(tx)) return undefined;
    await waitPatiently(tx);
    const count = await fill(tx);
    await refreshStatistics(tx);
    return count;
  });
}

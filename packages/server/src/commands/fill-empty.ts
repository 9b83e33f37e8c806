import type { Database, Db } from '../db/database.ts';
import { ensureGeneral } from '../features/groups/groups.actions.ts';
import { hasUsers, refreshStatistics } from './bulk.queries.ts';

/** Fills an installation that nobody uses yet, whole or not at all; gives what `fill` gives, undefined when somebody is there already. */
export async function fillEmpty(
  db: Database,
  fill: (tx: Db) => Promise<number>,
): Promise<number | undefined> {
  await ensureGeneral({ db });
  return db.transaction(async (tx) => {
    if (await hasUsers(tx)) return undefined;
    const count = await fill(tx);
    await refreshStatistics(tx);
    return count;
  });
}

import { type Config, loadEnvironment, readConfig } from '../../packages/server/src/config/env.ts';
import { makePrivate } from '../../packages/server/src/config/refused-settings.ts';
import { type Database, type Db, sql } from '../../packages/server/src/db/database.ts';
import { openDatabase } from '../../packages/server/src/db/open-database.ts';
import { explainFailure } from '../../packages/server/src/explain-failure.ts';
import { ensureGeneral } from '../../packages/server/src/modules/directory/groups/groups.actions.ts';
import { countUsers, hasUsers, refreshStatistics } from './bulk.queries.ts';
import { seedTexts } from './seed.texts.ts';

/** Nothing was changed, and the message says why. */
class SeedRefusal extends Error {}

/** An invented company that an empty installation can be filled with. */
interface Seed {
  /** Returns the number of messages, undefined when somebody was there already. */
  fill(): Promise<number | undefined>;
  /** The e-mails of its people: the data are known by them, even when some were changed while trying things out. */
  emails: string[];
  filled(messages: number): string;
  filledBefore: string;
  signIn: string;
}

/** Fills the database unless that was done before; gives the lines to show. */
export async function sow(db: Database, seed: Seed): Promise<string[]> {
  const messages = await seed.fill();
  if (messages !== undefined) return [seed.filled(messages), seed.signIn];
  const known = await countUsers(db, seed.emails);
  if (known <= seed.emails.length / 2) throw new SeedRefusal(seedTexts.ownData);
  return [seed.filledBefore, seed.signIn];
}

/**
 * Fills the empty database that the settings name and prints who can sign in; ends the process when it is not empty.
 */
export async function seedOrExit(
  seedDatabase: (config: Config, db: Database, now: Date) => Promise<string[]>,
): Promise<void> {
  makePrivate();
  try {
    const config = readConfig(loadEnvironment());
    const db = await openDatabase(config, (error) => console.error(error));
    try {
      const lines = await seedDatabase(config, db, new Date());
      for (const line of lines) console.log(line);
    } finally {
      await db.close();
    }
  } catch (error) {
    console.error(error instanceof SeedRefusal ? error.message : explainFailure(error));
    process.exit(1);
  }
}

/** A large company takes longer to make up, and to store, than a request may. */
async function waitPatiently(tx: Db): Promise<void> {
  await tx.run(sql`
    select set_config('idle_in_transaction_session_timeout', '0', true), set_config('statement_timeout', '0', true)`);
}

/**
 * Fills an installation that nobody uses yet, whole or not at all; gives what `fill` gives, undefined when somebody
 * is there already.
 */
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

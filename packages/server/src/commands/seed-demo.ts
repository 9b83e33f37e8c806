import { type Config, loadEnvironment, readConfig } from '../config/env.ts';
import type { Database } from '../db/database.ts';
import { openDatabase } from '../db/open-database.ts';
import { explainFailure } from '../explain-failure.ts';
import { fillDemo, isDemo } from './demo/fill-demo.ts';
import { DEMO_PASSWORD } from './demo/people.ts';
import { seedDemoTexts } from './seed-demo.texts.ts';

/** The database holds somebody's own data: nothing was changed, and it is no place for a demonstration. */
class OwnDataError extends Error {}

/** Fills the database unless that was done before; gives the lines to show. */
export async function seedDatabase(config: Config, db: Database, now: Date): Promise<string[]> {
  const ctx = { config, db };
  const messages = await fillDemo(ctx, now);
  const signIn = seedDemoTexts.signIn(config.emailDomain, DEMO_PASSWORD);
  if (messages !== undefined) return [seedDemoTexts.filled(messages), signIn];
  if (!(await isDemo(ctx, now))) throw new OwnDataError(seedDemoTexts.ownData);
  return [seedDemoTexts.filledBefore, signIn];
}

/** For `npm run demo`: fills the empty database that the settings name and says who can sign in; else ends the process. */
export async function seedDemo(): Promise<void> {
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
    console.error(error instanceof OwnDataError ? error.message : explainFailure(error));
    process.exit(1);
  }
}

import { type Config, loadEnvironment, readConfig } from '../config/env.ts';
import type { Database } from '../db/database.ts';
import { openDatabase } from '../db/open-database.ts';
import { explainFailure } from '../explain-failure.ts';
import { findCredentials } from '../features/auth/auth.queries.ts';
import { fillDemo } from './demo/fill-demo.ts';
import { DEMO_PASSWORD } from './demo/people.ts';
import { seedDemoTexts } from './seed-demo.texts.ts';

/** Fills the database unless somebody is there already; gives the lines to show. */
export async function seedDatabase(config: Config, db: Database, now: Date): Promise<string[]> {
  const messages = await fillDemo({ config, db }, now);
  const signIn = seedDemoTexts.signIn(config.emailDomain, DEMO_PASSWORD);
  if (messages !== undefined) return [seedDemoTexts.filled(messages), signIn];
  const isDemo = await findCredentials(db, `elena@${config.emailDomain}`);
  return isDemo ? [seedDemoTexts.filledBefore, signIn] : [seedDemoTexts.otherData];
}

/** For `npm run demo`: fills the empty database that the settings name and says who can sign in. */
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
    console.error(explainFailure(error));
    process.exit(1);
  }
}

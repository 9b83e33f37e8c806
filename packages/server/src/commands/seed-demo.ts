import type { Config } from '../config/env.ts';
import type { Database } from '../db/database.ts';
import { openStorage } from '../storage/open-storage.ts';
import { demoEmails, fillDemo } from './demo/fill-demo.ts';
import { DEMO_PASSWORD } from './demo/people.ts';
import { seedDemoTexts } from './seed.texts.ts';
import { seedOrExit, sow } from './seed-database.ts';

/** Fills the database unless that was done before; gives the lines to show. */
export function seedDatabase(config: Config, db: Database, now: Date): Promise<string[]> {
  return sow(db, {
    fill: () => fillDemo({ config, db, storage: openStorage(config) }, now),
    emails: demoEmails(config.emailDomain, now),
    filled: seedDemoTexts.filled,
    filledBefore: seedDemoTexts.filledBefore,
    signIn: seedDemoTexts.signIn(config.emailDomain, DEMO_PASSWORD),
  });
}

/** For `npm run demo`. */
export const seedDemo = (): Promise<void> => seedOrExit(seedDatabase);

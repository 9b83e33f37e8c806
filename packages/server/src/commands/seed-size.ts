import type { Config } from '../config/env.ts';
import type { Database } from '../db/database.ts';
import { DEMO_PASSWORD } from './demo/people.ts';
import { createRandom } from './demo/random.ts';
import { seedSizeTexts } from './seed.texts.ts';
import { seedOrExit, sow } from './seed-database.ts';
import { planCrowd } from './size/crowd.ts';
import { fillSize, parseSize, type Size, UsageError } from './size/fill-size.ts';

/** Fills the database with a company of that size unless that was done before; gives the lines to show. */
export function seedDatabase(
  size: Size,
  config: Config,
  db: Database,
  now: Date,
): Promise<string[]> {
  const when = { moments: [now], now, domain: config.emailDomain };
  return sow(db, {
    fill: () => fillSize({ config, db }, size, now),
    emails: planCrowd(size.users, when, createRandom(0)).map(({ email }) => email),
    filled: (messages) => seedSizeTexts.filled(size.users, messages),
    filledBefore: seedSizeTexts.filledBefore,
    signIn: seedSizeTexts.signIn(config.emailDomain, DEMO_PASSWORD),
  });
}

function endWith(code: number, text: string): never {
  (code === 0 ? console.log : console.error)(text);
  process.exit(code);
}

function sizeOrExit(args: string[]): Size {
  try {
    const size = parseSize(args);
    return typeof size === 'string' ? endWith(0, size) : size;
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return endWith(2, `${error.message}\n${seedSizeTexts.seeHelp}`);
  }
}

/** For `npm run seed -- …`. */
export function seedSize(args: string[]): Promise<void> {
  const size = sizeOrExit(args);
  console.log(seedSizeTexts.filling);
  return seedOrExit((config, db, now) => seedDatabase(size, config, db, now));
}

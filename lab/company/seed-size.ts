import { parseArgs } from 'node:util';
import type { AppContext } from '../../packages/server/src/app-context.ts';
import type { Config } from '../../packages/server/src/config/env.ts';
import type { Database } from '../../packages/server/src/db/database.ts';
import { insertDevices, refreshStatistics } from './bulk.queries.ts';
import { openChats } from './chats.ts';
import { manyGroups, planCrowd } from './crowd.ts';
import { storeHistories } from './histories.ts';
import { createOrganisation } from './organisation.ts';
import { DEMO_PASSWORD, planDevices, registerPeople, workingMoments } from './people.ts';
import { Random } from './random.ts';
import { seedSizeTexts } from './seed.texts.ts';
import { fillEmpty, seedOrExit, sow } from './seed-database.ts';
import { draftAcquaintances, talkAtLength } from './talk.ts';

/** How large a company is made; `chats` are all but personal ones, `groups` those besides GENERAL. */
export interface Size {
  users: number;
  groups: number;
  chats: number;
  messages: number;
}

/** The command cannot be understood: its caller must write it otherwise. */
export class UsageError extends Error {}

const limits: Record<keyof Size, { least: number; most: number; usual: number }> = {
  users: { least: 10, most: 20_000, usual: 5_000 },
  groups: { least: 1, most: 2_000, usual: 200 },
  chats: { least: 1, most: 100_000, usual: 20_000 },
  messages: { least: 1, most: 500_000, usual: 100_000 },
};

const usage = seedSizeTexts.help(
  Object.entries(limits).map(([name, { least, most, usual }]) => ({ name, least, most, usual })),
);

function read(args: string[]) {
  const option = { type: 'string' } as const;
  const options = { users: option, groups: option, chats: option, messages: option } as const;
  try {
    return parseArgs({ args, options: { ...options, help: { type: 'boolean', short: 'h' } } })
      .values;
  } catch {
    throw new UsageError(seedSizeTexts.wrongOptions);
  }
}

function numberFor(name: keyof Size, written: string | undefined): number {
  const { least, most, usual } = limits[name];
  const value = written === undefined ? usual : Number(written);
  if (written === '' || !Number.isInteger(value) || value < least || value > most) {
    throw new UsageError(seedSizeTexts.wrongNumber(name, least, most));
  }
  return value;
}

/** The size asked for, or the help's text when that was; throws UsageError. */
export function parseSize(args: string[]): Size | string {
  const { help, ...values } = read(args);
  if (help) return usage;
  return {
    users: numberFor('users', values.users),
    groups: numberFor('groups', values.groups),
    chats: numberFor('chats', values.chats),
    messages: numberFor('messages', values.messages),
  };
}

const SEED = 20_240_302;
const WAITING_SHARE = 0.05;

/** Fills an empty installation with a company of that size, whole or not at all; gives the number of messages, undefined when somebody is there already. */
function fillSize(
  { config, db }: Pick<AppContext, 'config' | 'db'>,
  size: Size,
  now: Date,
): Promise<number | undefined> {
  return fillEmpty(db, async (tx) => {
    const random = new Random(SEED);
    const moments = workingMoments(now, random);
    const when = { moments, now, domain: config.emailDomain };
    const people = await registerPeople(tx, planCrowd(size.users, when, random));
    const teams = await createOrganisation(tx, manyGroups(size.groups), people);
    // Foreign keys are checked by plans that were made while the tables were all but empty.
    await refreshStatistics(tx);
    const direct = draftAcquaintances(teams, size.chats - teams.length, random);
    const chats = await openChats(tx, teams, { direct, personal: [] }, random);
    const count = await storeHistories(tx, talkAtLength(chats, { ...when, ...size }, random));
    const waiting = people.filter(() => random.chance(WAITING_SHARE));
    await insertDevices(tx, planDevices(people, waiting, moments, random));
    return count;
  });
}

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
    emails: planCrowd(size.users, when, new Random(0)).map(({ email }) => email),
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

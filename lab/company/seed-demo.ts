import { join } from 'node:path';
import type { AppContext } from '../../packages/server/src/app-context.ts';
import type { Config } from '../../packages/server/src/config/env.ts';
import type { Database } from '../../packages/server/src/db/database.ts';
import { openStorage } from '../../packages/server/src/storage/open-storage.ts';
import { stagingIn } from '../../packages/server/src/storage/storage.ts';
import { attachFiles } from './attachments.ts';
import { insertDevices, insertMentions, insertReactions } from './bulk.queries.ts';
import { draftChats, openChats } from './chats.ts';
import { holdConversations } from './conversations.ts';
import { mentionsIn, planReactions, storeHistories } from './histories.ts';
import { createOrganisation, demoOrganisation } from './organisation.ts';
import {
  DEMO_PASSWORD,
  nameOf,
  planDevices,
  planPeople,
  registerPeople,
  workingMoments,
} from './people.ts';
import { Random } from './random.ts';
import { seedDemoTexts } from './seed.texts.ts';
import { fillEmpty, seedOrExit, sow } from './seed-database.ts';

const SEED = 20_240_301;
const WAITING = ['ana', 'hugo', 'irene', 'victor'];

/** Fills an empty installation with a living company, whole or not at all; gives the number of messages, undefined when somebody is there already. */
export function fillDemo(
  { config, db, storage }: Pick<AppContext, 'config' | 'db' | 'storage'>,
  now: Date,
): Promise<number | undefined> {
  return fillEmpty(db, async (tx) => {
    const random = new Random(SEED);
    const moments = workingMoments(now, random);
    const people = await registerPeople(tx, planPeople(moments, now, config.emailDomain));
    const teams = await createOrganisation(tx, demoOrganisation, people);
    const chats = await openChats(tx, teams, draftChats(teams, people, random), random);
    const histories = holdConversations(chats, moments, now, random);
    const count = await storeHistories(tx, histories);
    await insertReactions(tx, planReactions(histories, now, random));
    await insertMentions(tx, mentionsIn(histories));
    const waiting = people.filter((person) => WAITING.includes(nameOf(person)));
    await insertDevices(tx, planDevices(people, waiting, moments, random));
    // Last of all: what fails before leaves no bytes behind.
    const staging = stagingIn(join(config.dataDir, 'uploads'));
    await attachFiles({ db: tx, storage, staging }, [...histories.values()].flat(), random);
    return count;
  });
}

/** Fills the database unless that was done before; gives the lines to show. */
export function seedDatabase(config: Config, db: Database, now: Date): Promise<string[]> {
  return sow(db, {
    fill: () => fillDemo({ config, db, storage: openStorage(config) }, now),
    emails: planPeople([], now, config.emailDomain).map(({ email }) => email),
    filled: seedDemoTexts.filled,
    filledBefore: seedDemoTexts.filledBefore,
    signIn: seedDemoTexts.signIn(config.emailDomain, DEMO_PASSWORD),
  });
}

/** For `npm run demo`. */
export const seedDemo = (): Promise<void> => seedOrExit(seedDatabase);

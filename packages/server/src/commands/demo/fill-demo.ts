import type { AppContext } from '../../app-context.ts';
import { insertMentions, insertReactions } from '../../modules/chat/store/bulk.queries.ts';
import { insertDevices } from '../../modules/devices/devices.queries.ts';
import { fillEmpty } from '../seed-database.ts';
import { attachFiles } from './attachments.ts';
import { draftChats, openChats } from './chats.ts';
import { holdConversations } from './conversations.ts';
import { mentionsIn, planReactions, storeHistories } from './histories.ts';
import { createOrganisation, demoOrganisation } from './organisation.ts';
import { nameOf, planDevices, planPeople, registerPeople, workingMoments } from './people.ts';
import { createRandom } from './random.ts';

const SEED = 20_240_301;
const WAITING = ['ana', 'hugo', 'irene', 'victor'];

/** The e-mails of the company's people. */
export const demoEmails = (domain: string, now: Date): string[] =>
  planPeople([], now, domain).map(({ email }) => email);

/** Fills an empty installation with a living company, whole or not at all; gives the number of messages, undefined when somebody is there already. */
export function fillDemo(
  { config, db, storage }: Pick<AppContext, 'config' | 'db' | 'storage'>,
  now: Date,
): Promise<number | undefined> {
  return fillEmpty(db, async (tx) => {
    const random = createRandom(SEED);
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
    await attachFiles({ db: tx, storage }, [...histories.values()].flat(), random);
    return count;
  });
}

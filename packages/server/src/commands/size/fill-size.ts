import type { AppContext } from '../../app-context.ts';
import { insertDevices } from '../../modules/devices/bulk-devices.queries.ts';
import { refreshStatistics } from '../../modules/directory/users/bulk-people.queries.ts';
import { openChats } from '../demo/chats.ts';
import { planDevices } from '../demo/devices.ts';
import { createOrganisation } from '../demo/organisation.ts';
import { registerPeople } from '../demo/people.ts';
import { createRandom } from '../demo/random.ts';
import { storeHistories } from '../demo/store-histories.ts';
import { workingMoments } from '../demo/timeline.ts';
import { fillEmpty } from '../fill-empty.ts';
import { draftAcquaintances } from './acquaintances.ts';
import { planCrowd } from './crowd.ts';
import { manyGroups } from './many-groups.ts';
import type { Size } from './size.ts';
import { talkAtLength } from './talk.ts';

const SEED = 20_240_302;
const WAITING_SHARE = 0.05;

/** Fills an empty installation with a company of that size, whole or not at all; gives the number of messages, undefined when somebody is there already. */
export function fillSize(
  { config, db }: Pick<AppContext, 'config' | 'db'>,
  size: Size,
  now: Date,
): Promise<number | undefined> {
  return fillEmpty(db, async (tx) => {
    const random = createRandom(SEED);
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

import type { Context } from '../../context.ts';
import type { Db } from '../../db/database.ts';
import { ensureGeneral } from '../../features/groups/groups.actions.ts';
import { updateLeastMarks } from '../../features/receipts/receipts.queries.ts';
import { openChats } from './chats.ts';
import { type Histories, holdConversations } from './conversations.ts';
import {
  countUsers,
  hasUsers,
  insertDevices,
  insertHistories,
  updateAllMarks,
} from './demo.queries.ts';
import { planDevices } from './devices.ts';
import { marksOf } from './marks.ts';
import { createOrganisation } from './organisation.ts';
import { planPeople, registerPeople } from './people.ts';
import { createRandom } from './random.ts';
import { workingMoments } from './timeline.ts';

const SEED = 20_240_301;

async function storeHistories(tx: Db, histories: Histories): Promise<number> {
  const messages = [...histories.values()].flat();
  messages.sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime());
  await insertHistories(tx, messages);
  await updateAllMarks(tx, marksOf(histories));
  const chatIds = [...histories.keys()].map(({ id }) => id);
  await updateLeastMarks(tx, chatIds);
  return messages.length;
}

/** True when the company's people are there, but for some that were changed while trying things out. */
export async function isDemo(ctx: Pick<Context, 'config' | 'db'>, now: Date): Promise<boolean> {
  const emails = planPeople([], now, ctx.config.emailDomain).map(({ email }) => email);
  return (await countUsers(ctx.db, emails)) > emails.length / 2;
}

/** Fills an empty installation with a living company, whole or not at all; gives the number of messages, undefined when somebody is there already. */
export async function fillDemo(
  ctx: Pick<Context, 'config' | 'db'>,
  now: Date,
): Promise<number | undefined> {
  await ensureGeneral(ctx);
  return ctx.db.transaction(async (tx) => {
    if (await hasUsers(tx)) return undefined;
    const random = createRandom(SEED);
    const moments = workingMoments(now, random);
    const people = await registerPeople(tx, planPeople(moments, now, ctx.config.emailDomain));
    const teams = await createOrganisation(tx, people);
    const chats = await openChats(tx, teams, people, random);
    const count = await storeHistories(tx, holdConversations(chats, moments, now, random));
    await insertDevices(tx, planDevices(people, moments, random));
    return count;
  });
}

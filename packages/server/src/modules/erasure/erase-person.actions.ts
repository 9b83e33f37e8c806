import { erasedPerson } from '@chat/contract/texts';
import { administratorsRoom } from '../../realtime/rooms.ts';
import { recordAct } from '../audit/audit.actions.ts';
import { recordFailuresOf } from '../audit/sign-in-failures.actions.ts';
import { forgetAccounts } from '../auth/company/whose-account.actions.ts';
import { forgetTwoSteps } from '../auth/two-steps/two-steps.actions.ts';
import {
  assertPersonNotHeld,
  eraseChatsOfPerson,
  forgetTraces,
} from '../chat/erasure/erase-chats.actions.ts';
import type { ExportContext } from '../data-exports/context.ts';
import { forgetExportsOfPerson, type StaleZips } from '../data-exports/data-exports.actions.ts';
import { forgetAllDevices } from '../devices/devices.actions.ts';
import { accessFormerUser, forgetPerson } from '../directory/accounts/user-standing.actions.ts';
import { announceGroupsOfFormer } from '../directory/audiences/audiences.actions.ts';
import { forgetConnections } from '../presence/presence.actions.ts';
import { forgetPushes } from '../push/push.actions.ts';
import type { WorkingHoursContext } from '../working-hours/context.ts';
import { forgetOwnChoice } from '../working-hours/working-hours.actions.ts';
import { type ErasureRow, findObjectUuid, lockErasure, removeErasure } from './erasure.queries.ts';

/** Dependencies of what erases for good. */
export type ErasureContext = ExportContext & WorkingHoursContext;

/**
 * The last transaction: only the audit says from now on who it was. Gives the ZIPs of others that may do so, too;
 * undefined where somebody has asked for the messages meanwhile, which are to go before.
 */
async function finish(
  { db }: ErasureContext,
  erasure: ErasureRow & { userId: number },
  uuid: string,
): Promise<StaleZips | undefined> {
  const { userId, askedBy, address, emails } = erasure;
  const replaced = { emails, name: erasedPerson };
  return db.transaction(async (tx) => {
    // Locked first, in the same order as a request for an erasure locks: the two cannot deadlock.
    await accessFormerUser(tx, uuid);
    await assertPersonNotHeld(tx, userId);
    const wanted = await lockErasure(tx, erasure.id);
    if (!wanted) return [];
    if (wanted.messages && !erasure.messages) return undefined;
    await recordFailuresOf(tx, userId);
    const actor = askedBy === null ? undefined : { id: askedBy, address: address ?? '' };
    await recordAct(tx, actor, 'USER_ERASED', { targetUuid: uuid });
    await forgetTraces(tx, userId);
    await forgetOwnChoice(tx, userId);
    await forgetTwoSteps(tx, userId, replaced);
    await forgetAccounts(tx, userId);
    await forgetPushes(tx, userId);
    await forgetConnections(tx, userId);
    await forgetAllDevices(tx, userId);
    const stale = await forgetExportsOfPerson(tx, userId);
    await forgetPerson(tx, userId, replaced);
    await removeErasure(tx, erasure.id);
    return stale;
  });
}

/** Goes on wherever an earlier try has stopped. `removeForgotten` follows. */
export async function erasePerson(
  ctx: ErasureContext,
  erasure: ErasureRow & { userId: number },
  signal: AbortSignal,
): Promise<StaleZips> {
  const { userId: id, messages, emails } = erasure;
  const uuid = await findObjectUuid(ctx.db, erasure);
  await eraseChatsOfPerson(ctx, { id, messages, emails, signal });
  const stale = await finish(ctx, erasure, uuid);
  if (stale === undefined) return erasePerson(ctx, { ...erasure, messages: true }, signal);
  // Their name stands on open pages, on messages and in mentions.
  await announceGroupsOfFormer(ctx, id);
  ctx.realtime.publish(administratorsRoom, 'user:changed', { userId: uuid });
  return stale;
}

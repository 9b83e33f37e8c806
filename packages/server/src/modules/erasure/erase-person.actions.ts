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
import { forgetPerson } from '../directory/accounts/user-standing.actions.ts';
import { forgetConnections } from '../presence/presence.actions.ts';
import { forgetPushes } from '../push/push.actions.ts';
import type { WorkingHoursContext } from '../working-hours/context.ts';
import { forgetOwnChoice } from '../working-hours/working-hours.actions.ts';
import { type ErasureRow, findObjectUuid, lockErasure, removeErasure } from './erasure.queries.ts';

/** Dependencies of what erases for good. */
export type ErasureContext = ExportContext & WorkingHoursContext;

/** The last transaction: only the audit says from now on who it was. Gives the ZIPs of others that may do so, too. */
async function finish(
  { db }: ErasureContext,
  erasure: ErasureRow & { userId: number },
  uuid: string,
): Promise<StaleZips> {
  const { userId, askedBy, address, emails } = erasure;
  const replaced = { emails, name: erasedPerson };
  return db.transaction(async (tx) => {
    await assertPersonNotHeld(tx, userId);
    if (!(await lockErasure(tx, erasure.id))) return [];
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
  ctx.realtime.publish(administratorsRoom, 'user:changed', { userId: uuid });
  return stale;
}

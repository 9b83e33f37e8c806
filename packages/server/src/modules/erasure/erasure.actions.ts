import { erasedPerson } from '@chat/contract/checks';
import { eraseGroup as eraseGroupRoute, eraseUser as eraseUserRoute } from '@chat/contract/holds';
import type { BodyOf } from '@chat/contract/route';
import type { Router } from '../../http/route.ts';
import type { Viewer } from '../../http/viewer.ts';
import { hourly, type Job } from '../../jobs/worker.ts';
import { administratorsRoom } from '../../realtime/live-sockets.ts';
import { conflict, forbidden, invalidField, notFound } from '../../shared/errors.ts';
import { listEmailsOf, recordAct } from '../audit/audit.actions.ts';
import { recordFailuresOf } from '../audit/sign-in-failures.actions.ts';
import { forgetAccounts } from '../auth/company/company-sign-in.actions.ts';
import { forgetTwoSteps } from '../auth/two-steps/two-steps.actions.ts';
import {
  assertGroupNotHeld,
  assertMentionsNotHeld,
  assertPersonNotHeld,
  eraseChatsOfGroup,
  eraseChatsOfPerson,
  forgetChatTraces,
  forgetTraces,
} from '../chat/erasure/erase-chats.actions.ts';
import { removeReleased } from '../chat/holds/holds.actions.ts';
import type { ExportContext } from '../data-exports/context.ts';
import {
  forgetExportsOfChats,
  forgetExportsOfPerson,
  removeForgotten,
  type StaleZips,
} from '../data-exports/data-exports.actions.ts';
import { forgetAllDevices } from '../devices/devices.actions.ts';
import {
  accessFormerUser,
  deleteUser,
  forgetPerson,
} from '../directory/accounts/user-status.actions.ts';
import { announceGroupsOfFormer } from '../directory/audiences/audiences.actions.ts';
import { accessFormerGroup, forgetGroup, removeGroup } from '../directory/groups/groups.actions.ts';
import { forgetConnections } from '../presence/presence.actions.ts';
import { forgetPushes } from '../push/push.actions.ts';
import type { WorkingHoursContext } from '../working-hours/context.ts';
import { forgetOwnChoice } from '../working-hours/working-hours.actions.ts';
import { type Erased, noteErased, readErased } from './erased-list.ts';
import {
  type ErasureRow,
  findErasures,
  findNotErased,
  findObjectUuid,
  insertErasure,
  lockErasure,
  removeErasure,
} from './erasure.queries.ts';

const texts = {
  userNotDeleted: 'Elimina antes al usuario',
  groupNotDeleted: 'Elimina antes el grupo',
  otherEmail: 'No es el correo de este usuario',
  otherName: 'No es el nombre de este grupo',
  general: 'El contenido del grupo GENERAL no se puede borrar',
};

interface Asker {
  id: number | null;
  address: string | null;
}

interface Wanted {
  uuid: string;
  messages: boolean;
  /** Undefined: typed before, at another time. */
  email?: string;
}

/** The first transaction: refuses, or says what is to be erased, so that it is whatever happens to this process. */
const beginPerson = (ctx: ErasureContext, asker: Asker, { uuid, messages, email }: Wanted) =>
  ctx.db.transaction(async (tx) => {
    const user = await accessFormerUser(tx, uuid);
    if (!user || user.erasedAt) throw notFound();
    if (!user.deletedAt) throw conflict(texts.userNotDeleted);
    if (email !== undefined && email !== user.email) {
      throw invalidField('email', texts.otherEmail);
    }
    await assertPersonNotHeld(tx, user.id);
    await assertMentionsNotHeld(tx, user.id);
    const emails = new Set([user.email, ...(await listEmailsOf(tx, user.id))]);
    return insertErasure(tx, {
      userId: user.id,
      groupId: null,
      messages,
      emails: [...emails],
      askedBy: asker.id,
      address: asker.address,
    });
  });

const beginGroup = (ctx: ErasureContext, asker: Asker, uuid: string, name?: string) =>
  ctx.db.transaction(async (tx) => {
    const group = await accessFormerGroup(tx, uuid);
    if (!group || group.erasedAt) throw notFound();
    if (group.isGeneral) throw forbidden(texts.general);
    if (!group.deletedAt) throw conflict(texts.groupNotDeleted);
    if (name !== undefined && name !== group.name) {
      throw invalidField('name', texts.otherName);
    }
    await assertGroupNotHeld(tx, group.id);
    return insertErasure(tx, {
      userId: null,
      groupId: group.id,
      messages: true,
      emails: [],
      askedBy: asker.id,
      address: asker.address,
    });
  });

/** Takes the group's chats with messages, files and originals; its name stays in the audit. */
async function eraseContent(
  ctx: ErasureContext,
  erasure: ErasureRow & { groupId: number },
  signal: AbortSignal,
): Promise<StaleZips> {
  const { groupId, askedBy, address } = erasure;
  const uuid = await findObjectUuid(ctx.db, erasure);
  const chatIds = await eraseChatsOfGroup(ctx, groupId, signal);
  return ctx.db.transaction(async (tx) => {
    // Locked first, in the same order as a request for an erasure locks: the two cannot deadlock.
    await accessFormerGroup(tx, uuid);
    await assertGroupNotHeld(tx, groupId);
    if (!(await lockErasure(tx, erasure.id))) return [];
    const actor = askedBy === null ? undefined : { id: askedBy, address: address ?? '' };
    await recordAct(tx, actor, 'GROUP_ERASED', { groupId });
    await forgetChatTraces(tx, chatIds);
    const stale = await forgetExportsOfChats(tx, chatIds);
    await forgetGroup(tx, groupId);
    await removeErasure(tx, erasure.id);
    return stale;
  });
}

const noteOf = (uuid: string, { groupId, messages }: ErasureRow): Erased => {
  if (groupId !== null) return { kind: 'group', uuid };
  return { kind: messages ? 'user-with-messages' : 'user', uuid };
};

async function run(ctx: ErasureContext, erasure: ErasureRow, signal: AbortSignal): Promise<void> {
  const { userId, groupId } = erasure;
  await noteErased(ctx.config.dataDir, noteOf(await findObjectUuid(ctx.db, erasure), erasure));
  // Deletions look at nothing that is deleted already: what an ended hold had kept goes before.
  await removeReleased(ctx, signal);
  let stale: StaleZips = [];
  if (userId !== null) stale = await erasePerson(ctx, { ...erasure, userId }, signal);
  else if (groupId !== null) stale = await eraseContent(ctx, { ...erasure, groupId }, signal);
  await removeForgotten(ctx, stale, signal);
}

const uninterrupted = () => new AbortController().signal;

async function eraseUser(
  ctx: ErasureContext,
  { id, address }: Viewer,
  uuid: string,
  { email, messages }: BodyOf<typeof eraseUserRoute>,
): Promise<null> {
  const erasure = await beginPerson(ctx, { id, address }, { uuid, messages, email });
  await run(ctx, erasure, uninterrupted());
  return null;
}

async function eraseGroup(
  ctx: ErasureContext,
  { id, address }: Viewer,
  uuid: string,
  { name }: BodyOf<typeof eraseGroupRoute>,
): Promise<null> {
  await run(ctx, await beginGroup(ctx, { id, address }, uuid, name), uninterrupted());
  return null;
}

export function registerErasureRoutes(router: Router, ctx: ErasureContext): void {
  router.serve(eraseUserRoute, ({ viewer, params, body }) =>
    eraseUser(ctx, viewer, params.userId, body),
  );
  router.serve(eraseGroupRoute, ({ viewer, params, body }) =>
    eraseGroup(ctx, viewer, params.groupId, body),
  );
}

const SERVER: Asker = { id: null, address: null };

/** Erased here before, and there again: an older backup was restored (rules/erasure 7). */
async function eraseAgain(ctx: ErasureContext, { kind, uuid }: Erased): Promise<void> {
  if (kind === 'group') {
    const group = await ctx.db.transaction((tx) => accessFormerGroup(tx, uuid));
    if (group && !group.deletedAt) await removeGroup(ctx, undefined, group);
    await beginGroup(ctx, SERVER, uuid);
    return;
  }
  const user = await ctx.db.transaction((tx) => accessFormerUser(tx, uuid));
  if (user && !user.deletedAt) await deleteUser(ctx, undefined, uuid);
  await beginPerson(ctx, SERVER, { uuid, messages: kind === 'user-with-messages' });
}

/** Goes on with what was interrupted or held, and erases again what a restore brought back. */
export async function continueErasures(ctx: ErasureContext, signal: AbortSignal): Promise<void> {
  const listed = await readErased(ctx.config.dataDir);
  const left = await findNotErased(
    ctx.db,
    listed.map(({ uuid }) => uuid),
  );
  const isLeft = ({ kind, uuid }: Erased) =>
    (kind === 'group' ? left.groups : left.users).has(uuid);
  const works = [
    ...listed.filter(isLeft).map((erased) => () => eraseAgain(ctx, erased)),
    async () => {
      for (const erasure of await findErasures(ctx.db))
        await tolerate(ctx, () => run(ctx, erasure, signal));
    },
  ];
  for (const work of works) {
    if (signal.aborted) return;
    await tolerate(ctx, work);
  }
}

/** A hold stops one erasure, and not the others. */
async function tolerate({ log }: ErasureContext, work: () => Promise<void>): Promise<void> {
  await work().catch((error) => log.warn({ err: error }, 'an erasure waits'));
}

export const continueErasuresHourly = (ctx: ErasureContext): Job =>
  hourly(
    (signal) => continueErasures(ctx, signal),
    (error) => ctx.log.error({ err: error }, 'erasures did not go on'),
  );

/** Dependencies of what erases for good. */
type ErasureContext = ExportContext & WorkingHoursContext;

/**
 * The last transaction: only the audit says from now on who it was. Returns the ZIPs of others that may do so, too;
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
async function erasePerson(
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

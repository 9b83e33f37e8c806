import type { DeletedUser } from '@chat/contract/holds';
import type { Page } from '@chat/contract/route';
import type { User } from '@chat/contract/users';
import type { Db } from '../../../db/database.ts';
import { pageFrom } from '../../../db/page.ts';
import { type Answer, answerList } from '../../../http/answer.ts';
import { conflict, notFound } from '../../../shared/errors.ts';
import { type Actor, recordAct } from '../../audit/audit.actions.ts';
import type { ChatContext } from '../../chat/context.ts';
import { followStanding, unfollowGroupChats } from '../../chat/members/chat-membership.actions.ts';
import { forgetScheduled } from '../../chat/scheduled/scheduled.actions.ts';
import { forgetDevices } from '../../devices/devices.actions.ts';
import { forgetOwnChoice } from '../../working-hours/working-hours.actions.ts';
import { announceGroups } from '../audiences/audiences.actions.ts';
import { leaveAllGroups } from '../groups/participants.actions.ts';
import { leaveManagement } from '../groups/permissions.actions.ts';
import { removeInvitation } from '../users/passwords.queries.ts';
import { accessUser, usersTexts } from '../users/users.access.ts';
import {
  type FormerUserRow,
  findActiveAdministrators,
  findDeletedUsers,
  lockFormerUser,
  updateUserBlocked,
  updateUserDeleted,
  updateUserErased,
  updateUserUnblocked,
} from '../users/users.queries.ts';
import { announceUserChanged, presentUser } from './users.actions.ts';

/** Two administrators who shut each other out at once must not both succeed: the second finds the other gone. */
async function assertNotLastAdministrator(tx: Db, user: { id: number; isAdmin: boolean }) {
  if (!user.isAdmin) return;
  const administrators = await findActiveAdministrators(tx);
  if (administrators.every(({ id }) => id === user.id)) {
    throw conflict(usersTexts.lastAdministrator);
  }
}

export async function blockUser(
  ctx: Pick<ChatContext, 'db' | 'sessions' | 'realtime' | 'receipts'>,
  actor: Actor,
  userUuid: string,
): Promise<User> {
  const user = await accessUser(ctx.db, userUuid);
  if (user.id === actor?.id) throw conflict(usersTexts.cannotBlockYourself);
  await ctx.db.transaction(async (tx) => {
    await assertNotLastAdministrator(tx, user);
    await updateUserBlocked(tx, user.id);
    await removeInvitation(tx, user.id);
    await recordAct(tx, actor, 'USER_BLOCKED', { targetUuid: userUuid });
  });
  await ctx.sessions.end({ userId: user.id }, 'blocked');
  await followStanding(ctx, { ...user, blocked: true });
  announceUserChanged(ctx, userUuid);
  return presentUser(await accessUser(ctx.db, userUuid));
}

export async function unblockUser(
  ctx: Pick<ChatContext, 'db' | 'realtime' | 'receipts'>,
  actor: Actor,
  userUuid: string,
): Promise<User> {
  const user = await accessUser(ctx.db, userUuid);
  await ctx.db.transaction(async (tx) => {
    await updateUserUnblocked(tx, user.id);
    await recordAct(tx, actor, 'USER_UNBLOCKED', { targetUuid: userUuid });
  });
  await followStanding(ctx, { ...user, blocked: false });
  announceUserChanged(ctx, userUuid);
  return presentUser(await accessUser(ctx.db, userUuid));
}

/** Soft: their messages stay under their e-mail, which is free again (rules/people 16). */
export async function deleteUser(ctx: ChatContext, actor: Actor, userUuid: string): Promise<null> {
  const user = await accessUser(ctx.db, userUuid);
  if (user.id === actor?.id) throw conflict(usersTexts.cannotDeleteYourself);
  const { left, managed } = await ctx.db.transaction(async (tx) => {
    await assertNotLastAdministrator(tx, user);
    const deleted = await updateUserDeleted(tx, user.id);
    if (deleted === 0) throw notFound();
    await recordAct(tx, actor, 'USER_DELETED', { targetUuid: userUuid });
    await removeInvitation(tx, user.id);
    await forgetOwnChoice(tx, user.id);
    const left = await leaveAllGroups(tx, user.id);
    await forgetScheduled(tx, user.id);
    return { left, managed: await leaveManagement(tx, user.id) };
  });
  await ctx.sessions.end({ userId: user.id }, 'deleted');
  await forgetDevices(ctx, user.id);
  await unfollowGroupChats(ctx, left, [user.uuid]);
  await announceGroups(ctx, [...new Set([...left, ...managed])]);
  return null;
}

/** The people who may be erased, held, or copied for what is left of them (rules/erasure 8). */
export async function listDeletedUsers(
  { db }: Pick<ChatContext, 'db'>,
  query: Partial<Page>,
): Promise<Answer<DeletedUser[]>> {
  const { rows, page } = await findDeletedUsers(db, pageFrom(query));
  const users = rows.map((row) => ({ ...row, deletedAt: row.deletedAt.toISOString() }));
  return answerList(users, page);
}

/** Deleted or not; locked until the commit. */
export const accessFormerUser = (tx: Db, userUuid: string): Promise<FormerUserRow | undefined> =>
  lockFormerUser(tx, userUuid);

/** Call in the transaction that erases the person (rules/erasure 1). */
export async function forgetPerson(
  tx: Db,
  userId: number,
  replaced: { emails: string[]; name: string },
): Promise<void> {
  await removeInvitation(tx, userId);
  await updateUserErased(tx, userId, replaced);
}

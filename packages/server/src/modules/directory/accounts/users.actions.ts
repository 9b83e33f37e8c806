import { type CurrentUser, roleOf } from '@chat/contract/auth';
import type { createUserSchema, UpdateUserInput } from '@chat/contract/forms';
import type { Page } from '@chat/contract/route';
import type { User, UserSummary } from '@chat/contract/users';
import type { z } from 'zod';
import { orRefuse } from '../../../db/faults.ts';
import { pageFrom } from '../../../db/page.ts';
import { type Answer, answerList } from '../../../http/answer.ts';
import type { Viewer } from '../../../http/viewer.ts';
import { administratorsRoom } from '../../../realtime/rooms.ts';
import { hashPassword } from '../../../security/passwords.ts';
import { notFound } from '../../../shared/errors.ts';
import { newUuid } from '../../../shared/new-uuid.ts';
import { recordAct, recordForUsers } from '../../audit/audit.actions.ts';
import type { ChatContext } from '../../chat/context.ts';
import { recountGroupChats } from '../../chat/members/chat-membership.actions.ts';
import { announceGroups, announceGroupsOfParticipant } from '../audiences/audiences.actions.ts';
import { joinFirstGroups } from '../groups/groups.actions.ts';
import { assertOwnPassword, type Caller } from '../users/passwords.actions.ts';
import {
  accessUser,
  assertNotGroupAddress,
  emailRefusals,
  usersTexts,
} from '../users/users.access.ts';
import {
  findUsers,
  insertUser,
  type UserRow,
  updateUser as updateUserRow,
} from '../users/users.queries.ts';

/** Newest last; a group manager gets what choosing participants needs (rules/people 13, 14). */
export async function listUsers(
  ctx: ChatContext,
  viewer: Viewer,
  query: Partial<Page> & { email?: string | undefined },
): Promise<Answer<(User | UserSummary)[]>> {
  const { rows, page } = await findUsers(ctx.db, query.email, pageFrom(query));
  return answerList(rows.map(viewer.isAdmin ? presentUser : presentUserSummary), page);
}

export function getCurrentUser({ id, uuid, email, isAdmin, role }: Viewer): CurrentUser {
  return { id, uuid, email, isAdmin, role };
}

/** A new administrator could do anything under that name, so that a session alone is not enough (rules/people 30). */
export async function createUser(
  ctx: ChatContext,
  caller: Caller,
  input: z.output<ReturnType<typeof createUserSchema>>,
): Promise<User> {
  const { viewer } = caller;
  assertNotGroupAddress(ctx, input.email);
  if (input.role === 'ADMIN') {
    const needed = usersTexts.ownPasswordForAdministrator;
    await assertOwnPassword(ctx, caller, input.currentPassword, needed);
  }
  const { firstName, lastName, email, groupUuids } = input;
  const passwordHash = await ctx.loginLimits.runAfterChecks(viewer.id, () =>
    hashPassword(input.password),
  );
  const user = { uuid: newUuid(), firstName, lastName, email, isAdmin: input.role === 'ADMIN' };
  const groupIds = await ctx.db.transaction(async (tx) => {
    const { id } = await orRefuse(insertUser(tx, { ...user, passwordHash }), emailRefusals);
    const groupIds = await joinFirstGroups(tx, { ...user, id }, groupUuids);
    const detail = user.isAdmin ? 'ADMIN' : 'USER';
    await recordAct(tx, viewer, 'USER_CREATED', { targetUuid: user.uuid, detail });
    await recordForUsers(tx, viewer, 'PARTICIPANT_ADDED', groupIds, [user.uuid]);
    return groupIds;
  });
  await recountGroupChats(ctx, groupIds);
  await announceGroups(ctx, groupIds, [user.uuid]);
  announceUserChanged(ctx, user.uuid);
  return presentUser(await accessUser(ctx.db, user.uuid));
}

/** A changed e-mail shows in their groups and on old messages too; their sessions stay (rules/people 10). */
export async function updateUser(
  ctx: ChatContext,
  viewer: Viewer,
  userUuid: string,
  { firstName, lastName, email }: UpdateUserInput,
): Promise<User> {
  const before = await accessUser(ctx.db, userUuid);
  assertNotGroupAddress(ctx, email);
  const changes = { firstName, lastName, email };
  await ctx.db.transaction(async (tx) => {
    const updated = await orRefuse(updateUserRow(tx, before.id, changes), emailRefusals);
    if (updated === 0) throw notFound();
    const concerned = { targetUuid: userUuid, detail: before.email };
    await recordAct(tx, viewer, 'USER_UPDATED', concerned);
  });
  // By the time of the event no session remembers the old e-mail.
  if (email !== before.email) ctx.sessions.refresh([before.id]);
  announceUserChanged(ctx, userUuid);
  if (email !== before.email) await announceGroupsOfParticipant(ctx, before.id);
  return presentUser(await accessUser(ctx.db, userUuid));
}

export function presentUser(user: UserRow): User {
  return {
    ...presentUserSummary(user),
    role: roleOf({ isAdmin: user.isAdmin, managesGroups: user.groupPermissions.length > 0 }),
    isAdmin: user.isAdmin,
    offices: user.offices,
    connectionStatus: user.connectionStatus,
    blockedAt: user.blockedAt?.toISOString() ?? null,
    groupPermissions: user.groupPermissions,
  };
}

export function presentUserSummary(user: UserRow): UserSummary {
  const { uuid, id, firstName, lastName, email } = user;
  return { uuid, id, firstName, lastName, email };
}

/** To administrators, whose lists show them. */
export function announceUserChanged(ctx: Pick<ChatContext, 'realtime'>, userId: string): void {
  ctx.realtime.publish(administratorsRoom, 'user:changed', { userId });
}

/** An administrator made outside the page: at the first start or from the command line. */
export async function registerAdministrator(
  ctx: Pick<ChatContext, 'config' | 'db'>,
  { email, password }: { email: string; password: string },
): Promise<void> {
  assertNotGroupAddress(ctx, email);
  const { firstName, lastName } = usersTexts.administratorName;
  const passwordHash = await hashPassword(password);
  const user = { uuid: newUuid(), firstName, lastName, email, passwordHash, isAdmin: true };
  await orRefuse(insertUser(ctx.db, user), emailRefusals);
}

import type { Group, UserWithGroups } from '@chat/contract/groups';
import type { Page } from '@chat/contract/route';
import type { Db } from '../../../db/database.ts';
import { pageFrom } from '../../../db/page.ts';
import { type Answer, answerList, answerPart } from '../../../http/answer.ts';
import type { Viewer } from '../../../http/viewer.ts';
import { notFound } from '../../../shared/errors.ts';
import { recordForUsers } from '../../audit/audit.actions.ts';
import type { ChatContext } from '../../chat/context.ts';
import { announceGroups } from '../audiences/audiences.actions.ts';
import { accessUser, lockUser } from '../users/users.access.ts';
import {
  findManageableUsers,
  insertPermissions,
  type ManageableUserRow,
  removePermission as removePermissionRow,
  removePermissionsOfUser,
} from './group-people.queries.ts';
import { accessNamedGroups } from './groups.access.ts';
import { groupsByManager } from './groups.actions.ts';

export async function listUsersWithGroups(
  ctx: ChatContext,
  query: Partial<Page> & { search?: string | undefined },
): Promise<Answer<UserWithGroups[]>> {
  const { rows, page } = await findManageableUsers(ctx.db, query.search, pageFrom(query));
  const groups = await groupsByManager(
    ctx.db,
    rows.map(({ id }) => id),
  );
  const users = rows.map((row) => presentUserWithGroups(row, groups.get(row.id) ?? []));
  return answerList(users, page);
}

async function groupsManagedBy(ctx: ChatContext, userUuid: string): Promise<Group[]> {
  const { id } = await accessUser(ctx.db, userUuid);
  const groups = await groupsByManager(ctx.db, [id]);
  return groups.get(id) ?? [];
}

export async function listUserPermissions(
  ctx: ChatContext,
  userUuid: string,
  query: Partial<Page>,
): Promise<Answer<Group[]>> {
  return answerPart(await groupsManagedBy(ctx, userUuid), pageFrom(query));
}

export async function assignPermissions(
  ctx: ChatContext,
  viewer: Viewer,
  userUuid: string,
  groupUuids: string[],
): Promise<Group[]> {
  const user = await accessUser(ctx.db, userUuid);
  const groupIds = await ctx.db.transaction(async (tx) => {
    await lockUser(tx, user.uuid);
    const groups = await accessNamedGroups(tx, groupUuids, 'groupIds');
    const ids = groups.map(({ id }) => id);
    const given = await insertPermissions(tx, user.id, ids);
    await recordForUsers(tx, viewer, 'PERMISSION_GIVEN', given, [user.uuid]);
    return ids;
  });
  ctx.sessions.refresh([user.id]);
  await announceGroups(ctx, groupIds);
  return groupsManagedBy(ctx, userUuid);
}

export async function removePermission(
  ctx: ChatContext,
  viewer: Viewer,
  userUuid: string,
  groupUuid: string,
): Promise<null> {
  const user = await accessUser(ctx.db, userUuid);
  const groupId = await ctx.db.transaction(async (tx) => {
    const removed = await removePermissionRow(tx, user.id, groupUuid);
    if (removed === undefined) throw notFound();
    await recordForUsers(tx, viewer, 'PERMISSION_REMOVED', [removed], [user.uuid]);
    return removed;
  });
  ctx.sessions.refresh([user.id]);
  await announceGroups(ctx, [groupId], [user.uuid]);
  return null;
}

/** For a user who is deleted; gives the ids of the groups they managed. */
export function leaveManagement(tx: Db, userId: number): Promise<number[]> {
  return removePermissionsOfUser(tx, userId);
}

export function presentUserWithGroups(user: ManageableUserRow, groups: Group[]): UserWithGroups {
  return {
    uuid: user.uuid,
    id: user.id,
    firstName: user.firstName,
    lastName: user.lastName,
    email: user.email,
    blockedAt: user.blockedAt?.toISOString() ?? null,
    groupPermissions: groups.map(({ uuid }) => uuid),
    groups,
  };
}

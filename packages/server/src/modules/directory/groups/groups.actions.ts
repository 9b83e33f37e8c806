import type { createGroupSchema, groupRetentionSchema } from '@chat/contract/forms';
import type { Group, OwnGroup } from '@chat/contract/groups';
import type { DeletedGroup } from '@chat/contract/holds';
import type { Page } from '@chat/contract/route';
import type { z } from 'zod';
import type { Db } from '../../../db/database.ts';
import { orRefuse } from '../../../db/faults.ts';
import { pageFrom } from '../../../db/page.ts';
import { type Answer, answerList } from '../../../http/answer.ts';
import type { Viewer } from '../../../http/viewer.ts';
import { forbidden, invalidField, notFound, takenField } from '../../../shared/errors.ts';
import { newUuid } from '../../../shared/new-uuid.ts';
import { type Actor, recordAct, recordForUsers } from '../../audit/audit.actions.ts';
import type { ChatContext } from '../../chat/context.ts';
import {
  closeGroupChats,
  createGroupChat,
  followGroupChats,
  unfollowGroupChats,
} from '../../chat/members/chat-membership.actions.ts';
import { listMutes } from '../../chat/mutes/mutes.actions.ts';
import type { WorkingHoursContext } from '../../working-hours/context.ts';
import { followHours } from '../../working-hours/working-hours.actions.ts';
import {
  announceGroupChanged,
  announceGroups,
  findAudiences,
} from '../audiences/audiences.actions.ts';
import { accessNamedOffice, unknownOffice } from '../offices/offices.actions.ts';
import { accessNamedUsers } from '../users/users.access.ts';
import { removeParticipantsOfGroup } from './group-people.queries.ts';
import { accessGroup, accessManagedGroup, groupsTexts } from './groups.access.ts';
import {
  type FormerGroupRow,
  findDeletedGroups,
  findGroups,
  findGroupsManagedBy,
  findGroupsOfManagers,
  findGroupsOfParticipant,
  findManagerIds,
  type GroupRow,
  insertGeneral,
  insertGroup,
  isGeneral,
  lockFormerGroup,
  looksLikeGeneral,
  updateGroupDeleted,
  updateGroupErased,
  updateGroupRetention,
  updateGroup as updateGroupRow,
} from './groups.queries.ts';
import { joinGroups } from './participants.actions.ts';

type NewGroup = z.output<typeof createGroupSchema>;

const nameRefusals = {
  groups_name_key: () => takenField('name', groupsTexts.nameTaken),
  groups_name_look: () => takenField('name', groupsTexts.nameTaken),
};

/** Only one group is named GENERAL (rules/groups 6). */
function assertNameNotReserved(name: string): void {
  if (looksLikeGeneral(name)) throw takenField('name', groupsTexts.nameReserved);
}

async function officeOf(ctx: ChatContext, input: NewGroup) {
  if (input.officeId === null) return null;
  const office = await accessNamedOffice(ctx.db, input.officeId);
  if (input.projectId !== null && input.projectId !== office.projectUuid) {
    throw invalidField('projectId', groupsTexts.otherProject);
  }
  return office;
}

export async function createGroup(
  ctx: WorkingHoursContext,
  viewer: Viewer,
  input: NewGroup,
): Promise<Group> {
  assertNameNotReserved(input.name);
  const office = await officeOf(ctx, input);
  const { group, joined } = await ctx.db.transaction(async (tx) => {
    const users = await accessNamedUsers(tx, input.userUuids, 'userUuids');
    const { name, description } = input;
    const row = { uuid: newUuid(), officeId: office?.id ?? null, name, description };
    const group = await orRefuse(insertGroup(tx, row), {
      ...nameRefusals,
      groups_office_id_fkey: unknownOffice,
    });
    await createGroupChat(tx, group);
    const joined = await joinGroups(tx, [group.id], users);
    await recordForUsers(tx, viewer, 'PARTICIPANT_ADDED', [group.id], joined);
    return { group, joined };
  });
  await followGroupChats(ctx, [group.id], joined);
  await announceGroups(ctx, [group.id], joined);
  if (office) await followHours(ctx, joined);
  return presentGroup(await accessGroup(ctx.db, viewer, group.uuid), viewer);
}

export async function updateGroup(
  ctx: ChatContext,
  viewer: Viewer,
  groupUuid: string,
  input: { name: string; description?: string | undefined },
): Promise<Group> {
  const group = await accessManagedGroup(ctx.db, viewer, groupUuid);
  if (isGeneral(group)) throw forbidden(groupsTexts.cannotEditGeneral);
  assertNameNotReserved(input.name);
  const { name, description } = input;
  await orRefuse(updateGroupRow(ctx.db, group.id, { name, description }), nameRefusals);
  await announceGroups(ctx, [group.id]);
  return presentGroup(await accessGroup(ctx.db, viewer, groupUuid), viewer);
}

/** The days of the group's chats, its direct chats included (rules/retention 10). */
export async function setGroupRetention(
  ctx: ChatContext,
  viewer: Viewer,
  groupUuid: string,
  { days }: z.output<typeof groupRetentionSchema>,
): Promise<z.output<typeof groupRetentionSchema>> {
  const group = await accessGroup(ctx.db, viewer, groupUuid);
  const changed = await ctx.db.transaction(async (tx) => {
    const rows = await updateGroupRetention(tx, group.id, days);
    const detail = days === null ? {} : { detail: String(days) };
    if (rows > 0) await recordAct(tx, viewer, 'RETENTION_SET', { groupId: group.id, ...detail });
    return rows;
  });
  if (changed > 0) await announceGroups(ctx, [group.id]);
  return { days };
}

/** Gone from all lists with its chats; its people hear of it while they are still reached through them. */
export async function deleteGroup(
  ctx: WorkingHoursContext,
  viewer: Viewer,
  groupUuid: string,
): Promise<null> {
  const group = await accessGroup(ctx.db, viewer, groupUuid);
  if (isGeneral(group)) throw forbidden(groupsTexts.cannotDeleteGeneral);
  return removeGroup(ctx, viewer, group);
}

/** Removes the group; the server itself does so after a restore of data in which the group was still there. */
export async function removeGroup(
  ctx: WorkingHoursContext,
  actor: Actor,
  group: { id: number; officeUuid?: string | null },
): Promise<null> {
  const { audience, left } = await ctx.db.transaction(async (tx) => {
    const deleted = await updateGroupDeleted(tx, group.id);
    if (deleted === 0) throw notFound();
    const [audience] = await findAudiences(tx, [group.id]);
    const left = await removeParticipantsOfGroup(tx, group.id);
    await closeGroupChats(tx, group.id);
    await recordAct(tx, actor, 'GROUP_DELETED', { groupId: group.id });
    return { audience, left };
  });
  // A manager of this group alone is a USER from now on.
  ctx.sessions.refresh(await findManagerIds(ctx.db, group.id));
  if (audience) announceGroupChanged(ctx, audience);
  await unfollowGroupChats(ctx, [group.id], left);
  if (group.officeUuid !== null) await followHours(ctx, left);
  return null;
}

/** The groups whose content may be erased (rules/erasure 8). */
export async function listDeletedGroups(
  { db }: ChatContext,
  query: Partial<Page>,
): Promise<Answer<DeletedGroup[]>> {
  const { rows, page } = await findDeletedGroups(db, pageFrom(query));
  const groups = rows.map((row) => ({ ...row, deletedAt: row.deletedAt.toISOString() }));
  return answerList(groups, page);
}

/** Deleted or not; locked until the commit. */
export async function accessFormerGroup(
  tx: Db,
  groupUuid: string,
): Promise<(FormerGroupRow & { isGeneral: boolean }) | undefined> {
  const group = await lockFormerGroup(tx, groupUuid);
  return group && { ...group, isGeneral: isGeneral(group) && group.deletedAt === null };
}

/** Call in the transaction that erases the group's content. */
export const forgetGroup = (tx: Db, groupId: number): Promise<void> =>
  updateGroupErased(tx, groupId);

/** GENERAL exists from the first start (rules/groups 6). */
export async function ensureGeneral(ctx: Pick<ChatContext, 'db'>): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const general = await insertGeneral(tx, newUuid());
    if (general) await createGroupChat(tx, general);
  });
}

export async function listGroups(
  ctx: ChatContext,
  viewer: Viewer,
  query: Partial<Page>,
): Promise<Answer<Group[]>> {
  const { rows, page } = viewer.isAdmin
    ? await findGroups(ctx.db, pageFrom(query))
    : await findGroupsManagedBy(ctx.db, viewer.id, pageFrom(query));
  const groups = rows.map((row) => presentGroup(row, viewer));
  return answerList(groups, page);
}

export async function listOwnGroups(
  ctx: ChatContext,
  viewer: Viewer,
  query: Partial<Page>,
): Promise<Answer<OwnGroup[]>> {
  const { rows, page } = await findGroupsOfParticipant(ctx.db, viewer.id, pageFrom(query));
  const byGroup = await listMutes(ctx.db, viewer.id);
  const groups = rows.map((row) => {
    const { mutes = [], heldBack = 0 } = byGroup.get(row.uuid) ?? {};
    const { unreadCount } = row;
    // A message may have come between the two statements.
    const unmutedCount = Math.max(0, unreadCount - heldBack);
    return { ...presentGroup(row, viewer), unreadCount, unmutedCount, mutes };
  });
  return answerList(groups, page);
}

/** The groups each of the users manages, by the user's internal id, for an administrator. */
export async function groupsByManager(db: Db, userIds: number[]): Promise<Map<number, Group[]>> {
  const groups = new Map<number, Group[]>(userIds.map((id) => [id, []]));
  for (const row of await findGroupsOfManagers(db, userIds)) {
    groups.get(row.managerId)?.push(presentGroup(row, { isAdmin: true }));
  }
  return groups;
}

/** `officine` is the group's office: the specification's word. */
function presentGroup(group: GroupRow, { isAdmin }: Pick<Viewer, 'isAdmin'>): Group {
  return {
    uuid: group.uuid,
    id: group.id,
    name: group.name,
    description: group.description,
    officine: presentOffice(group),
    officeId: group.officeUuid,
    projectId: group.projectUuid,
    participantsCount: group.participantsCount,
    ...(isAdmin ? { retentionDays: group.retentionDays } : {}),
  };
}

function presentOffice(group: GroupRow): Group['officine'] {
  const { officeUuid, officeName, projectUuid, projectName } = group;
  if (!officeUuid || !officeName || !projectUuid || !projectName) return null;
  return { uuid: officeUuid, name: officeName, project: { uuid: projectUuid, name: projectName } };
}

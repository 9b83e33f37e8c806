import type { createGroupSchema } from '@chat/contract/forms';
import type { Group } from '@chat/contract/groups';
import type { z } from 'zod';
import { orRefuse } from '../../../db/faults.ts';
import type { Viewer } from '../../../http/viewer.ts';
import { forbidden, invalidField, notFound, takenField } from '../../../shared/errors.ts';
import { newUuid } from '../../../shared/new-uuid.ts';
import { recordAct, recordForUsers } from '../../audit/audit.actions.ts';
import type { ChatContext } from '../../chat/context.ts';
import {
  closeGroupChats,
  createGroupChat,
  followGroupChats,
  unfollowGroupChats,
} from '../../chat/members/chat-membership.actions.ts';
import { findAudiences } from '../audiences/audiences.queries.ts';
import { announceGroupChanged } from '../audiences/groups.events.ts';
import { announceGroups } from '../audiences/groups-changed.actions.ts';
import { accessNamedOffice, unknownOffice } from '../offices/offices.access.ts';
import { accessNamedUsers } from '../users/users.access.ts';
import { accessGroup, accessManagedGroup } from './groups.access.ts';
import { presentGroup } from './groups.present.ts';
import {
  findManagerIds,
  insertGeneral,
  insertGroup,
  isGeneral,
  looksLikeGeneral,
  updateGroupDeleted,
  updateGroup as updateGroupRow,
} from './groups.queries.ts';
import { groupsTexts } from './groups.texts.ts';
import { joinGroups } from './membership.actions.ts';
import { removeParticipantsOfGroup } from './participants.queries.ts';

type NewGroup = z.output<typeof createGroupSchema>;

const nameRefusals = {
  groups_name_key: () => takenField('name', groupsTexts.nameTaken),
  groups_name_look: () => takenField('name', groupsTexts.nameTaken),
};

/** There is one GENERAL (rules/groups 6). */
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
  ctx: ChatContext,
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
  return presentGroup(await accessGroup(ctx.db, viewer, group.uuid));
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
  return presentGroup(await accessGroup(ctx.db, viewer, groupUuid));
}

/** Gone from all lists with its chats; its people hear of it while they are still reached through them. */
export async function deleteGroup(
  ctx: ChatContext,
  viewer: Viewer,
  groupUuid: string,
): Promise<null> {
  const group = await accessGroup(ctx.db, viewer, groupUuid);
  if (isGeneral(group)) throw forbidden(groupsTexts.cannotDeleteGeneral);
  const { audience, left } = await ctx.db.transaction(async (tx) => {
    const deleted = await updateGroupDeleted(tx, group.id);
    if (deleted === 0) throw notFound();
    const [audience] = await findAudiences(tx, [group.id]);
    const left = await removeParticipantsOfGroup(tx, group.id);
    await closeGroupChats(tx, group.id);
    await recordAct(tx, viewer, 'GROUP_DELETED', { groupId: group.id });
    return { audience, left };
  });
  // A manager of this group alone is a USER from now on.
  ctx.sessions.refresh(await findManagerIds(ctx.db, group.id));
  if (audience) announceGroupChanged(ctx, audience);
  await unfollowGroupChats(ctx, [group.id], left);
  return null;
}

/** GENERAL exists from the first start (rules/groups 6). */
export async function ensureGeneral(ctx: Pick<ChatContext, 'db'>): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const general = await insertGeneral(tx, newUuid());
    if (general) await createGroupChat(tx, general);
  });
}

import type { Group, OwnGroup } from '@chat/contract/groups';
import type { Page } from '@chat/contract/route';
import type { Db } from '../../../db/database.ts';
import { pageFrom } from '../../../db/page.ts';
import { type Answer, answerList } from '../../../http/answer.ts';
import type { Viewer } from '../../../http/viewer.ts';
import type { ChatContext } from '../../chat/context.ts';
import { presentGroup } from './groups.present.ts';
import {
  findGroups,
  findGroupsManagedBy,
  findGroupsOfManagers,
  findGroupsOfParticipant,
} from './groups.queries.ts';

export async function listGroups(
  ctx: ChatContext,
  viewer: Viewer,
  query: Partial<Page>,
): Promise<Answer<Group[]>> {
  const { rows, page } = viewer.isAdmin
    ? await findGroups(ctx.db, pageFrom(query))
    : await findGroupsManagedBy(ctx.db, viewer.id, pageFrom(query));
  return answerList(rows.map(presentGroup), page);
}

export async function listOwnGroups(
  ctx: ChatContext,
  viewer: Viewer,
  query: Partial<Page>,
): Promise<Answer<OwnGroup[]>> {
  const { rows, page } = await findGroupsOfParticipant(ctx.db, viewer.id, pageFrom(query));
  const groups = rows.map((row) => ({ ...presentGroup(row), unreadCount: row.unreadCount }));
  return answerList(groups, page);
}

/** The groups each of the users manages, by the user's internal id. */
export async function groupsByManager(db: Db, userIds: number[]): Promise<Map<number, Group[]>> {
  const groups = new Map<number, Group[]>(userIds.map((id) => [id, []]));
  for (const row of await findGroupsOfManagers(db, userIds)) {
    groups.get(row.managerId)?.push(presentGroup(row));
  }
  return groups;
}

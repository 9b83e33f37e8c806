import type { groupRetentionSchema } from '@chat/contract/forms';
import type { DeletedGroup } from '@chat/contract/holds';
import type { Page } from '@chat/contract/route';
import type { z } from 'zod';
import type { Db } from '../../../db/database.ts';
import { pageFrom } from '../../../db/page.ts';
import { type Answer, answerList } from '../../../http/answer.ts';
import type { Viewer } from '../../../http/viewer.ts';
import { recordAct } from '../../audit/audit.actions.ts';
import type { ChatContext } from '../../chat/context.ts';
import { announceGroups } from '../audiences/audiences.actions.ts';
import { accessGroup } from './groups.access.ts';
import {
  type FormerGroupRow,
  findDeletedGroups,
  isGeneral,
  lockFormerGroup,
  updateGroupErased,
  updateGroupRetention,
} from './groups.queries.ts';

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

import type { AuditAction, AuditEvent } from '@chat/contract/audit';
import * as routes from '@chat/contract/audit';
import type { Page } from '@chat/contract/route';
import type { Context } from '../../context.ts';
import type { Db } from '../../db/database.ts';
import { pageFrom } from '../../db/page.ts';
import { type Answer, answerList } from '../../http/answer.ts';
import type { Router } from '../../http/route.ts';
import type { Viewer } from '../../http/viewer.ts';
import { instantOf, writtenInstant } from '../../shared/days.ts';
import {
  type AuditFilter,
  type AuditRow,
  findAuditEvents,
  insertAuditEvent,
  insertForUsers,
  insertReading,
  insertSearch,
  insertWatchEnds,
  type NewAuditEvent,
} from './audit.queries.ts';

/** The signed-in user who acts; undefined for the machine's command line. */
export type Actor = Pick<Viewer, 'id'> | undefined;

interface ReadChat {
  id: number;
  isMember: boolean;
}

/** Records an act with what it concerns; in the transaction of the act where there is one, so that neither is without the other. */
export const recordAct = (
  tx: Db,
  actor: Actor,
  action: AuditAction,
  concerned: Omit<NewAuditEvent, 'action' | 'actorId'>,
): Promise<void> => insertAuditEvent(tx, { ...concerned, action, actorId: actor?.id });

/** The same act done to several people in several groups: one line for each of them in each. */
export const recordForUsers = (
  tx: Db,
  actor: Actor,
  action: 'PARTICIPANT_ADDED' | 'PARTICIPANT_REMOVED' | 'PERMISSION_GIVEN' | 'PERMISSION_REMOVED',
  groupIds: number[],
  userUuids: string[],
): Promise<void> => insertForUsers(tx, { action, actorId: actor?.id }, groupIds, userUuids);

/** The list of all conversations, once a visit. */
export const recordListReading = (db: Db, viewer: Viewer): Promise<void> =>
  insertReading(db, { action: 'CHAT_LIST_READ', actorId: viewer.id });

/**
 * Messages that an administrator reads in a conversation they take no part in, once for each range; a member's own reading is
 * nobody's business.
 */
export async function recordReading(
  db: Db,
  viewer: Viewer,
  chat: ReadChat,
  seqs: number[],
): Promise<void> {
  if (chat.isMember || seqs.length === 0) return;
  const [fromSeq, toSeq] = [Math.min(...seqs), Math.max(...seqs)];
  const action = 'CHAT_READ';
  await insertReading(db, { action, actorId: viewer.id, chatId: chat.id, fromSeq, toSeq });
}

/** Records an administrator's search, with the first and last message shown to them from each chat. */
export const recordSearch = (
  db: Db,
  viewer: Viewer,
  detail: string,
  shown: { chatId: number; seq: number }[],
): Promise<void> => insertSearch(db, { actorId: viewer.id, detail }, shown);

/** A file or its thumbnail, read by an administrator who takes no part in its conversation. */
export async function recordFileReading(
  db: Db,
  viewer: Viewer,
  chat: ReadChat,
  file: { name: string; messageUuid: string; isThumbnail: boolean },
): Promise<void> {
  if (chat.isMember) return;
  const { name: detail, messageUuid, isThumbnail } = file;
  const action = isThumbnail ? 'THUMBNAIL_READ' : 'FILE_READ';
  await insertReading(db, { action, actorId: viewer.id, chatId: chat.id, messageUuid, detail });
}

/** Live messages followed by an administrator: from when to when, by the number of the last message then. */
export async function recordWatch(
  db: Db,
  viewer: Viewer,
  action: 'WATCH_STARTED' | 'WATCH_ENDED',
  chat: ReadChat & { lastSeq: number },
): Promise<void> {
  if (chat.isMember) return;
  await recordAct(db, viewer, action, { chatId: chat.id, toSeq: chat.lastSeq });
}

/** Records the end of live watches at processes that were killed. */
export async function recordLostWatches(
  tx: Db,
  watches: { actorId: number; chatId: number }[],
): Promise<void> {
  if (watches.length > 0) await insertWatchEnds(tx, watches);
}

async function listAuditEvents(
  ctx: Context,
  { since, until, ...query }: Partial<Page> & AuditFilter,
): Promise<Answer<AuditEvent[]>> {
  const page = pageFrom(query) ?? { page: 1, size: 50 };
  const written = (moment?: string) =>
    moment === undefined ? moment : writtenInstant(instantOf(moment, ctx.config.timeZone));
  const filter = { ...query, since: written(since), until: written(until) };
  const { rows, page: found } = await findAuditEvents(ctx.db, filter, page);
  return answerList(rows.map(presentAuditEvent), found);
}

function presentAuditEvent(row: AuditRow): AuditEvent {
  const { actorUuid, targetUuid, groupUuid, chatUuid, messageUuid, ...more } = row;
  const { happenedAt, actorDeletedAt, targetDeletedAt, ...as } = more;
  return {
    ...as,
    happenedAt: happenedAt.toISOString(),
    actorId: actorUuid,
    actorDeletedAt: actorDeletedAt?.toISOString() ?? null,
    targetId: targetUuid,
    targetDeletedAt: targetDeletedAt?.toISOString() ?? null,
    groupId: groupUuid,
    chatId: chatUuid,
    messageId: messageUuid,
  };
}

export function registerAuditRoutes(router: Router, ctx: Context): void {
  router.serve(routes.listAuditEvents, ({ query }) => listAuditEvents(ctx, query));
}

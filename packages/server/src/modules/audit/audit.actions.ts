import type { AuditAction } from '@chat/contract/audit';
import type { Db } from '../../db/database.ts';
import type { Viewer } from '../../http/viewer.ts';
import {
  findEmailsOf,
  insertAuditEvent,
  insertEnds,
  insertForPairs,
  insertForPeople,
  insertForUsers,
  insertReading,
  insertSearch,
  type LostWatch,
  type NewAuditEvent,
  type OverReason,
} from './audit.queries.ts';

/** The signed-in user who acts; undefined for the machine's command line. */
export type Actor = Pick<Viewer, 'id' | 'address'> | undefined;

const by = (actor: Actor) => ({ actorId: actor?.id, address: actor?.address ?? null });

interface ReadChat {
  id: number;
  isMember: boolean;
  /** Up to here a member reads as a supervisor. */
  joinedSeq?: number;
}

/** Whether the reading of this number is nobody's business. */
const isOwnReading = ({ isMember, joinedSeq = 0 }: ReadChat, seq: number): boolean =>
  isMember && seq > joinedSeq;

/** Records an act with what it concerns; in the transaction of the act where there is one, so that neither is without the other. */
export const recordAct = (
  tx: Db,
  actor: Actor,
  action: AuditAction,
  concerned: Omit<NewAuditEvent, 'action' | 'actorId' | 'address'>,
): Promise<void> => insertAuditEvent(tx, { ...concerned, action, ...by(actor) });

/** Records an act done to several people in several groups: one line for each of them in each. */
export const recordForUsers = (
  tx: Db,
  actor: Actor,
  action: 'PARTICIPANT_ADDED' | 'PARTICIPANT_REMOVED' | 'PERMISSION_GIVEN' | 'PERMISSION_REMOVED',
  groupIds: number[],
  userUuids: string[],
): Promise<void> => insertForUsers(tx, { action, ...by(actor) }, groupIds, userUuids);

/** Records an act done to many people at once, each with its detail: one line for each. */
export const recordForPeople = (
  tx: Db,
  actor: Actor,
  action: 'USER_CREATED' | 'INVITATION_CREATED',
  people: [uuid: string, detail: string | null][],
): Promise<void> => insertForPeople(tx, { action, ...by(actor) }, people);

/** Records an act done to people in groups: one line for each pair of a person and a group. */
export const recordForPairs = (
  tx: Db,
  actor: Actor,
  action: 'PARTICIPANT_ADDED',
  pairs: { groupId: number; userId: number }[],
): Promise<void> => insertForPairs(tx, { action, ...by(actor) }, pairs);

/** The list of all conversations, once a visit. */
export const recordListReading = (db: Db, viewer: Viewer): Promise<void> =>
  insertReading(db, { action: 'CHAT_LIST_READ', ...by(viewer) });

/**
 * Messages that an administrator reads in a conversation they take no part in, or took none when they were written, once
 * for each range; a member's own reading is nobody's business.
 */
export async function recordReading(
  db: Db,
  viewer: Viewer,
  chat: ReadChat,
  seqs: number[],
): Promise<void> {
  const supervised = seqs.filter((seq) => !isOwnReading(chat, seq));
  if (supervised.length === 0) return;
  const [fromSeq, toSeq] = [Math.min(...supervised), Math.max(...supervised)];
  const action = 'CHAT_READ';
  await insertReading(db, { action, ...by(viewer), chatId: chat.id, fromSeq, toSeq });
}

/** Records an administrator's search, with the first and last message shown to them from each chat. */
export const recordSearch = (
  db: Db,
  viewer: Viewer,
  detail: string,
  shown: { chatId: number; seq: number }[],
): Promise<void> =>
  insertSearch(db, { actorId: viewer.id, address: viewer.address, detail }, shown);

/** A file or its thumbnail, read by an administrator who takes no part in its conversation, or took none then. */
export async function recordFileReading(
  db: Db,
  viewer: Viewer,
  chat: ReadChat,
  file: { name: string; messageUuid: string; seq: number; isThumbnail: boolean },
): Promise<void> {
  if (isOwnReading(chat, file.seq)) return;
  const { name: detail, messageUuid, isThumbnail } = file;
  const action = isThumbnail ? 'THUMBNAIL_READ' : 'FILE_READ';
  await insertReading(db, { action, ...by(viewer), chatId: chat.id, messageUuid, detail });
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
export async function recordLostWatches(tx: Db, watches: LostWatch[]): Promise<void> {
  if (watches.length > 0) await insertEnds(tx, 'WATCH_ENDED', watches);
}

/** Records that reasons ended which nobody closed; in the transaction that removes them, so that it is told once. */
export async function recordOverReasons(tx: Db, reasons: OverReason[]): Promise<void> {
  if (reasons.length > 0) await insertEnds(tx, 'SUPERVISION_CLOSED', reasons);
}

/** Every e-mail under which the audit knows the person. */
export const listEmailsOf = (db: Db, userId: number): Promise<string[]> => findEmailsOf(db, userId);

import type { Message } from '@chat/contract/messages';
import type { QueryOf } from '@chat/contract/route';
import type { Scheduled } from '@chat/contract/writing';
import * as contract from '@chat/contract/writing';
import type { Db } from '../../../db/database.ts';
import { pageFrom } from '../../../db/page.ts';
import { Answer, answerList } from '../../../http/answer.ts';
import type { Router } from '../../../http/route.ts';
import type { Viewer } from '../../../http/viewer.ts';
import { conflict, invalidField, notFound, unauthorized } from '../../../shared/errors.ts';
import { newUuidOf } from '../../../shared/new-uuid.ts';
import { accessSchedulable, accessWritableChat } from '../access/chat.access.ts';
import type { ChatContext } from '../context.ts';
import { withinLimits } from '../limits/limits.actions.ts';
import { sendWaitingNow } from '../messages/send-message.actions.ts';
import {
  countScheduled,
  countWaiting,
  findScheduled,
  findScheduledByReference,
  findScheduledOf,
  findSentByReference,
  insertScheduled,
  lockScheduled,
  lockScheduler,
  removeScheduled,
  removeScheduledOf,
  removeSentByHand,
  type ScheduledRow,
  updateScheduled,
} from '../store/scheduled.queries.ts';
import { chatTexts } from '../texts/chat.texts.ts';

/** Messages of one person that may wait. */
const MAX_WAITING = 100;

interface ScheduledEdit {
  content: string;
  sendAt: string;
  mentionedUserIds: string[];
}

interface ScheduledDraft extends ScheduledEdit {
  referenceId: string | null;
}

export async function scheduleMessage(
  ctx: ChatContext,
  viewer: Viewer,
  chatUuid: string,
  draft: ScheduledDraft,
): Promise<Answer<Scheduled>> {
  const chat = await accessSchedulable(ctx.db, viewer, chatUuid);
  const { referenceId, content } = draft;
  const target = { chatId: chat.id, chatUuid, senderId: viewer.id };
  const repeat = () => findKnown(ctx.db, target, referenceId);
  return withinLimits(ctx, viewer, { chatUuid, referenceId, repeat }, async (claim) => {
    await claim.store(content);
    const { answer, dueInMs } = await ctx.db.transaction((tx) => insertOnce(tx, target, draft));
    if (dueInMs !== undefined) ctx.scheduled.wake(dueInMs);
    return answer;
  });
}

interface Target {
  chatId: number;
  chatUuid: string;
  senderId: number;
}

interface Outcome {
  answer: Answer<Scheduled>;
  /** Given for a new message alone. */
  dueInMs?: number;
}

/** Answers what is known by the reference, else the new one. */
async function insertOnce(tx: Db, target: Target, draft: ScheduledDraft): Promise<Outcome> {
  const now = await beginScheduling(tx, target.senderId);
  const known = await findKnown(tx, target, draft.referenceId);
  if (known) return { answer: known };
  const sendAt = new Date(draft.sendAt);
  assertSoon(sendAt, now);
  await assertRoom(tx, target.senderId);
  // The message will have this uuid, which says nothing of when it was written.
  const uuid = newUuidOf(sendAt);
  const row = await insertScheduled(tx, { ...target, ...draft, uuid, sendAt });
  const answer = new Answer(presentScheduled(row), { status: 201 });
  return { answer, dueInMs: sendAt.getTime() - now.getTime() };
}

/** One after another: two at once would both find room for the last one. Returns what time it is. */
async function beginScheduling(tx: Db, senderId: number): Promise<Date> {
  const scheduler = await lockScheduler(tx, senderId);
  if (!scheduler) throw unauthorized();
  return scheduler.now;
}

async function assertRoom(tx: Db, senderId: number): Promise<void> {
  await removeSentByHand(tx, { senderId });
  if ((await countWaiting(tx, senderId)) < MAX_WAITING) return;
  throw conflict(chatTexts.tooManyScheduled(MAX_WAITING));
}

function assertSoon(sendAt: Date, now: Date): void {
  if (sendAt <= now) throw invalidField('sendAt', chatTexts.sendAtPassed);
  const latest = new Date(now);
  latest.setUTCFullYear(now.getUTCFullYear() + 1);
  if (sendAt > latest) throw invalidField('sendAt', chatTexts.sendAtTooFar);
}

/** Finds the scheduled message and the sent one of the reference, as far as they exist. */
async function findKnown(
  db: Db,
  { chatId, chatUuid, senderId }: Target,
  referenceId: string | null,
): Promise<Answer<Scheduled> | undefined> {
  if (referenceId === null) return undefined;
  const reference = { chatId, senderId, referenceId };
  const waiting = await findScheduledByReference(db, reference);
  const sent = await findSentByReference(db, reference);
  if (!sent) return waiting && new Answer(presentScheduled(waiting), { status: 200 });
  const { uuid, content, mentions, createdAt } = sent;
  // Nobody keeps for when it was scheduled: it was sent when it was sent.
  const row = { uuid, chatUuid, content, mentions, referenceId, createdAt };
  const answer = presentScheduled({ ...row, sendAt: createdAt, droppedAt: null, isLate: false });
  return new Answer({ ...answer, messageId: uuid }, { status: 200 });
}

/** Everybody whom they mention counts as read: a few texts may mention thousands. */
export async function listScheduled(
  { db }: ChatContext,
  viewer: Pick<Viewer, 'id'>,
  query: QueryOf<typeof contract.listScheduled>,
): Promise<Answer<Scheduled[]>> {
  const { rows, page } = await findScheduledOf(db, viewer.id, pageFrom(query));
  return answerList(rows.map(presentScheduled), page, readFor(rows));
}

const readFor = (rows: ScheduledRow[]) =>
  rows.reduce((sum, { mentions }) => sum + mentions.length, rows.length);

/** An own one that waits or was dropped; once it was sent it is gone. */
async function accessScheduled(
  db: Db,
  viewer: Pick<Viewer, 'id'>,
  uuid: string,
): Promise<ScheduledRow> {
  const row = await findScheduled(db, viewer.id, uuid);
  if (!row) throw notFound();
  return row;
}

export async function getScheduled(
  { db }: ChatContext,
  viewer: Pick<Viewer, 'id'>,
  uuid: string,
): Promise<Answer<Scheduled>> {
  const row = await accessScheduled(db, viewer, uuid);
  return new Answer(presentScheduled(row), { rows: readFor([row]) });
}

/** Counts as an edit does. Its author may have to write there still, a dropped one included. */
export async function editScheduled(
  ctx: ChatContext,
  viewer: Viewer,
  uuid: string,
  edit: ScheduledEdit,
): Promise<Answer<Scheduled>> {
  const { chatUuid } = await accessScheduled(ctx.db, viewer, uuid);
  return withinLimits(ctx, viewer, { chatUuid, ...unrepeatable }, async (claim) => {
    await accessSchedulable(ctx.db, viewer, chatUuid);
    await claim.store(edit.content);
    const { row, dueInMs } = await ctx.db.transaction((tx) => changeOnce(tx, viewer, uuid, edit));
    ctx.scheduled.wake(dueInMs);
    return new Answer(presentScheduled(row), { rows: readFor([row]) });
  });
}

/** The call names its message by itself: once that is sent it is 404. */
const unrepeatable = { referenceId: null, repeat: async () => undefined };

async function changeOnce(
  tx: Db,
  viewer: Viewer,
  uuid: string,
  { content, mentionedUserIds, sendAt: instant }: ScheduledEdit,
): Promise<{ row: ScheduledRow; dueInMs: number }> {
  const now = await beginScheduling(tx, viewer.id);
  const sendAt = new Date(instant);
  assertSoon(sendAt, now);
  const before = await lockScheduled(tx, viewer.id, uuid);
  if (!before) throw notFound();
  if (before.isDropped) await assertRoom(tx, viewer.id);
  const row = await updateScheduled(tx, before.id, { content, mentionedUserIds, sendAt });
  return { row, dueInMs: sendAt.getTime() - now.getTime() };
}

/** Sends it now, a dropped one too. Its text was counted when it was scheduled. */
export async function sendScheduled(
  ctx: ChatContext,
  viewer: Viewer,
  scheduledId: string,
): Promise<Answer<Message>> {
  const { chatUuid } = await accessScheduled(ctx.db, viewer, scheduledId);
  return withinLimits(ctx, viewer, { chatUuid, ...unrepeatable }, async () => {
    await accessWritableChat(ctx.db, viewer, chatUuid);
    return new Answer(await sendAsItIs(ctx, viewer, scheduledId));
  });
}

/** As it stands in the moment of sending: it may be changed until then. */
async function sendAsItIs(ctx: ChatContext, viewer: Viewer, scheduledId: string): Promise<Message> {
  let refused: string | undefined;
  for (;;) {
    const row = await accessScheduled(ctx.db, viewer, scheduledId);
    const { id, version, uuid, chatUuid, content, referenceId } = row;
    if (version === refused) {
      await accessWritableChat(ctx.db, viewer, chatUuid);
      throw notFound();
    }
    const mentionedUserIds = row.mentions.map((mention) => mention.uuid);
    const text = { uuid, chatUuid, content, referenceId, mentionedUserIds };
    const sent = await sendWaitingNow(ctx, viewer, { ...text, scheduled: { id, version } });
    if (sent) return sent;
    refused = version;
  }
}

export async function deleteScheduled(
  { db }: ChatContext,
  viewer: Viewer,
  uuid: string,
): Promise<null> {
  if ((await removeScheduled(db, viewer.id, uuid)) === 0) throw notFound();
  return null;
}

/** Deletes all that a deleted person had scheduled. */
export async function forgetScheduled(tx: Db, userId: number): Promise<void> {
  await removeScheduledOf(tx, userId);
}

/** How many wait, are late, and could not be sent. */
export const findScheduledFigures = ({ db }: Pick<ChatContext, 'db'>) => countScheduled(db);

function reasonOf({ droppedAt, isLate }: Pick<ScheduledRow, 'droppedAt' | 'isLate'>) {
  if (droppedAt === null) return null;
  return isLate ? 'LATE' : 'NOT_ALLOWED';
}

const presentScheduled = (row: Omit<ScheduledRow, 'id' | 'chatId' | 'version'>): Scheduled => ({
  uuid: row.uuid,
  chatId: row.chatUuid,
  content: row.content,
  mentions: row.mentions,
  referenceId: row.referenceId,
  sendAt: row.sendAt.toISOString(),
  createdAt: row.createdAt.toISOString(),
  droppedAt: row.droppedAt?.toISOString() ?? null,
  reason: reasonOf(row),
  messageId: null,
});

export function registerScheduledRoutes(router: Router, ctx: ChatContext): void {
  router.serve(contract.scheduleMessage, ({ viewer, params, body }) =>
    scheduleMessage(ctx, viewer, params.chatId, body),
  );
  router.serve(contract.listScheduled, ({ viewer, query }) => listScheduled(ctx, viewer, query));
  router.serve(contract.getScheduled, ({ viewer, params }) =>
    getScheduled(ctx, viewer, params.scheduledId),
  );
  router.serve(contract.editScheduled, ({ viewer, params, body }) =>
    editScheduled(ctx, viewer, params.scheduledId, body),
  );
  router.serve(contract.sendScheduled, ({ viewer, params }) =>
    sendScheduled(ctx, viewer, params.scheduledId),
  );
  router.serve(contract.deleteScheduled, ({ viewer, params }) =>
    deleteScheduled(ctx, viewer, params.scheduledId),
  );
}

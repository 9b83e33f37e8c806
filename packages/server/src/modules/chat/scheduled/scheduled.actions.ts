import type { QueryOf } from '@chat/contract/route';
import type { Scheduled } from '@chat/contract/scheduled';
import * as contract from '@chat/contract/scheduled';
import type { Db } from '../../../db/database.ts';
import { pageFrom } from '../../../db/page.ts';
import { Answer, answerPart } from '../../../http/answer.ts';
import type { Router } from '../../../http/route.ts';
import type { Viewer } from '../../../http/viewer.ts';
import { conflict, invalidField, notFound, unauthorized } from '../../../shared/errors.ts';
import { newUuidOf } from '../../../shared/new-uuid.ts';
import { accessSchedulable } from '../access/chat.access.ts';
import type { ChatContext } from '../context.ts';
import { withinLimits } from '../limits/limits.actions.ts';
import {
  countScheduled,
  countWaiting,
  findScheduled,
  findScheduledByReference,
  findScheduledOf,
  findSentByReference,
  insertScheduled,
  lockScheduler,
  removeScheduled,
  removeScheduledOf,
  removeSentByHand,
  type ScheduledRow,
} from '../store/scheduled.queries.ts';
import { chatTexts } from '../texts/chat.texts.ts';

/** So many messages of one person may wait. */
const MAX_WAITING = 100;

interface ScheduledDraft {
  content: string;
  sendAt: string;
  referenceId: string | null;
  mentionedUserIds: string[];
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
    if (dueInMs !== undefined) ctx.scheduled.ringIn(dueInMs);
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
  // One after another: two at once would both find room for the last one.
  const scheduler = await lockScheduler(tx, target.senderId);
  if (!scheduler) throw unauthorized();
  const known = await findKnown(tx, target, draft.referenceId);
  if (known) return { answer: known };
  const sendAt = new Date(draft.sendAt);
  assertSoon(sendAt, scheduler.now);
  await removeSentByHand(tx, { senderId: target.senderId });
  if ((await countWaiting(tx, target.senderId)) >= MAX_WAITING) {
    throw conflict(chatTexts.tooManyScheduled(MAX_WAITING));
  }
  // The message will have this uuid, which says nothing of when it was written.
  const uuid = newUuidOf(sendAt);
  const row = await insertScheduled(tx, { ...target, ...draft, uuid, sendAt });
  const answer = new Answer(presentScheduled(row), { status: 201 });
  return { answer, dueInMs: sendAt.getTime() - scheduler.now.getTime() };
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
  const answer = presentScheduled({ ...row, sendAt: createdAt, droppedAt: null });
  return new Answer({ ...answer, messageId: uuid }, { status: 200 });
}

export async function listScheduled(
  { db }: ChatContext,
  viewer: Viewer,
  query: QueryOf<typeof contract.listScheduled>,
): Promise<Answer<Scheduled[]>> {
  const rows = await findScheduledOf(db, viewer.id);
  return answerPart(rows.map(presentScheduled), pageFrom(query));
}

export async function getScheduled(
  { db }: ChatContext,
  viewer: Viewer,
  uuid: string,
): Promise<Scheduled> {
  const row = await findScheduled(db, viewer.id, uuid);
  if (!row) throw notFound();
  return presentScheduled(row);
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

const presentScheduled = (row: ScheduledRow): Scheduled => ({
  uuid: row.uuid,
  chatId: row.chatUuid,
  content: row.content,
  mentions: row.mentions,
  referenceId: row.referenceId,
  sendAt: row.sendAt.toISOString(),
  createdAt: row.createdAt.toISOString(),
  droppedAt: row.droppedAt?.toISOString() ?? null,
  reason: row.droppedAt === null ? null : 'NOT_ALLOWED',
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
  router.serve(contract.deleteScheduled, ({ viewer, params }) =>
    deleteScheduled(ctx, viewer, params.scheduledId),
  );
}

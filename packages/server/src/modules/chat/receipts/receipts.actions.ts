import { type ReceiptSignal, receiptSignal } from '@chat/contract/events';
import { getInformation, type Information } from '@chat/contract/messages';
import { logUnlessTransient } from '../../../db/faults.ts';
import type { Router } from '../../../http/route.ts';
import type { Viewer } from '../../../http/viewer.ts';
import { hourly, type Job, nowAndEvery, rest } from '../../../jobs/worker.ts';
import type { Signals } from '../../../realtime/signals.ts';
import { notFound } from '../../../shared/errors.ts';
import { recordAct } from '../../audit/audit.actions.ts';
import { checkClock } from '../../clock/clock.actions.ts';
import { accessInformation } from '../access/chat.access.ts';
import type { ChatContext } from '../context.ts';
import type { SentRow } from '../store/insert-messages.queries.ts';
import {
  compactHour,
  findInformation,
  lockHourToCompact,
} from '../store/receipt-history.queries.ts';
import { advanceWatermarks, findChatsAfter, findUndelivered } from '../store/receipts.queries.ts';
import { announceRead, announceToAuthors, type ReceiptDeps } from './write-receipts.ts';

// No `upToSeq` means all so far: the statement that writes a mark never goes past the chat's last message.
const ALL = Number.MAX_SAFE_INTEGER;

async function markDelivered(
  ctx: ChatContext,
  viewer: Viewer,
  signal: ReceiptSignal,
): Promise<void> {
  const { chatId: chatUuid, upToSeq = ALL } = signal;
  const mark = { userId: viewer.id, chatUuid, deliveredSeq: upToSeq, seenSeq: 0 };
  if (!(await ctx.receipts.mark(mark))) throw notFound();
}

async function markSeen(ctx: ChatContext, viewer: Viewer, signal: ReceiptSignal): Promise<void> {
  const { chatId: chatUuid, upToSeq = ALL } = signal;
  const mark = { userId: viewer.id, chatUuid, deliveredSeq: upToSeq, seenSeq: upToSeq };
  if (!(await ctx.receipts.mark(mark))) throw notFound();
}

/**
 * By writing they have seen all before, of which they had seen the chat up to `seenBefore`: the viewer's other tabs
 * hear it, and the authors of the rest.
 */
export function announceSeenByWriting(
  ctx: ChatContext,
  viewer: Pick<Viewer, 'uuid'>,
  { chat, seq: seenSeq, createdAt }: SentRow,
  seenBefore: number,
): void {
  const chatUuid = chat.uuid;
  const mark = { chatUuid, userUuids: [viewer.uuid], seenSeq, unreadCount: 0, lastSeq: seenSeq };
  announceRead(ctx.realtime, mark);
  ctx.pushHints.settled([chat.id]);
  const range = { from: seenBefore, upTo: seenSeq, deliveredSeq: seenSeq, seenSeq };
  ctx.receipts.announceMove({
    ...range,
    chatId: chat.id,
    chatUuid,
    userUuids: [viewer.uuid],
    at: createdAt,
  });
}

/** Coming back counts as delivered for everything that arrived meanwhile (rules/receipts 9). */
export async function markAllDelivered(ctx: ChatContext, viewer: Viewer): Promise<void> {
  const behind = await findUndelivered(ctx.db, viewer.id);
  await Promise.all(
    behind.map(({ chatUuid, lastSeq }) =>
      ctx.receipts.mark({ userId: viewer.id, chatUuid, deliveredSeq: lastSeq, seenSeq: 0 }),
    ),
  );
}

// A statement reads all members of so many chats.
const CHATS_AT_ONCE = 100;
const RETRY_MS = 2_000;

async function advanceSome(deps: ReceiptDeps, chatIds: number[]): Promise<void> {
  if (chatIds.length === 0) return;
  const { announced } = await announceToAuthors(deps, await advanceWatermarks(deps.db, chatIds));
  await announced;
}

/**
 * Advances the watermarks of every chat, a few chats in each statement: a crash may have come between the marks of
 * members and what follows from them. The authors hear of it, since another process may be about to advance the same.
 */
export async function advanceLaggingWatermarks(
  deps: ReceiptDeps,
  signal: AbortSignal = new AbortController().signal,
): Promise<void> {
  for (let after: number | undefined = 0; after !== undefined && !signal.aborted; ) {
    const since = performance.now();
    const chats: { id: number; isLagging: boolean }[] = await findChatsAfter(
      deps.db,
      after,
      CHATS_AT_ONCE,
    );
    await advanceSome(
      deps,
      chats.filter(({ isLagging }) => isLagging).map(({ id }) => id),
    );
    after = chats.at(-1)?.id;
    await rest(since, signal);
  }
}

/**
 * At the start, and after each loss of the database: the work of some callers may have ended between a commit and what
 * follows from it. In the background, so that no start waits.
 */
export function advanceWatermarksAfterLosses({ db, realtime, messages, log }: ChatContext): Job {
  let isDue = true;
  const noteLoss = () => {
    isDue = true;
  };
  const work = async (signal: AbortSignal) => {
    if (!isDue) return;
    isDue = false;
    await advanceLaggingWatermarks({ db, realtime, messages }, signal).catch((error) => {
      isDue = true;
      throw error;
    });
  };
  db.events.on('lost', noteLoss).on('commitUnknown', noteLoss);
  const failed = logUnlessTransient(log, 'ticks were not brought up to date');
  const job = nowAndEvery(RETRY_MS, work, failed);
  return {
    close() {
      db.events.off('lost', noteLoss).off('commitUnknown', noteLoss);
      return job.close();
    },
  };
}

/** The readers and receivers of a message, for its author, or, recorded, for an administrator (rules/information 1). */
async function readInformation(
  { db }: ChatContext,
  viewer: Viewer,
  messageUuid: string,
): Promise<Information> {
  const { chat, message } = await accessInformation(db, viewer, messageUuid);
  const { seq, senderId } = message;
  const information = await findInformation(db, { chatId: chat.id, seq, senderId });
  if (senderId !== viewer.id || !chat.isMember) {
    await recordAct(db, viewer, 'INFO', {
      chatId: chat.id,
      messageUuid,
      messageSenderId: senderId,
    });
  }
  return information;
}

const HOUR_MS = 3_600_000;
const EXACT_DAYS = 90;

type Deps = Pick<ChatContext, 'db' | 'log'>;

/** Leaves one row an hour of advances that are older than 90 days at `now` (rules/information 6). */
export async function compactAgedHistory(
  ctx: Deps,
  now: Date,
  signal: AbortSignal = new AbortController().signal,
): Promise<void> {
  if (!(await checkClock(ctx, now))) return;
  const before = now.getTime() - EXACT_DAYS * 24 * HOUR_MS;
  for (let isDue = true; isDue && !signal.aborted; ) {
    const since = performance.now();
    isDue = await compactNextHour(ctx.db, before);
    await rest(since, signal);
  }
}

const compactNextHour = (db: Deps['db'], before: number): Promise<boolean> =>
  db.transaction(async (tx) => {
    const hour = await lockHourToCompact(tx);
    const next = new Date(hour.getTime() + HOUR_MS);
    if (next.getTime() > before) return false;
    await compactHour(tx, hour, next);
    return true;
  });

export const compactAgedHistoryHourly = (ctx: ChatContext): Job =>
  hourly(
    (signal) => compactAgedHistory(ctx, new Date(), signal),
    (error) => ctx.log.error({ err: error }, 'old times of marks were not folded'),
  );

export function registerReceiptSignals(signals: Signals, ctx: ChatContext): void {
  signals.on('delivered', 'registered', receiptSignal, ({ viewer, payload }) =>
    markDelivered(ctx, viewer, payload),
  );
  signals.on('seen', 'registered', receiptSignal, ({ viewer, payload }) =>
    markSeen(ctx, viewer, payload),
  );
}

export function registerReceiptRoutes(router: Router, ctx: ChatContext): void {
  router.serve(getInformation, ({ viewer, params }) =>
    readInformation(ctx, viewer, params.messageId),
  );
}

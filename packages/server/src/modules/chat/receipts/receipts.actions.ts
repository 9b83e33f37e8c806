import type { ReceiptSignal } from '@chat/contract/receipts/receipts.events';
import type { Viewer } from '../../../http/viewer.ts';
import { notFound } from '../../../shared/errors.ts';
import type { ChatContext } from '../context.ts';
import { findUndelivered } from '../store/receipts.queries.ts';
import { announceRead } from './receipts.events.ts';

// No `upToSeq` means all so far: the statement that writes a mark never goes past the chat's last message.
const ALL = Number.MAX_SAFE_INTEGER;

export async function markDelivered(
  ctx: ChatContext,
  viewer: Viewer,
  signal: ReceiptSignal,
): Promise<void> {
  const { chatId: chatUuid, upToSeq = ALL } = signal;
  const mark = { userId: viewer.id, chatUuid, deliveredSeq: upToSeq, seenSeq: 0 };
  if (!(await ctx.receipts.mark(mark))) throw notFound();
}

export async function markSeen(
  ctx: ChatContext,
  viewer: Viewer,
  signal: ReceiptSignal,
): Promise<void> {
  const { chatId: chatUuid, upToSeq = ALL } = signal;
  const mark = { userId: viewer.id, chatUuid, deliveredSeq: upToSeq, seenSeq: upToSeq };
  if (!(await ctx.receipts.mark(mark))) throw notFound();
}

interface SeenByWriting {
  chatId: number;
  seq: number;
  createdAt: Date;
  /** Up to where the writer had seen the chat. */
  seenBefore: number;
}

/** By writing they have seen all before: the viewer's other tabs hear it, and the authors of what they had not seen. */
export function announceSeenByWriting(
  ctx: ChatContext,
  viewer: Viewer,
  chatUuid: string,
  { chatId, seq: seenSeq, createdAt, seenBefore }: SeenByWriting,
): void {
  const mark = { chatUuid, userUuids: [viewer.uuid], seenSeq, unreadCount: 0, lastSeq: seenSeq };
  announceRead(ctx.realtime, mark);
  const range = { from: seenBefore, upTo: seenSeq, deliveredSeq: seenSeq, seenSeq };
  ctx.receipts.announceMove({
    ...range,
    chatId,
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

import type { ReceiptSignal } from '@chat/contract/events';
import type { Viewer } from '../../../http/viewer.ts';
import { notFound } from '../../../shared/errors.ts';
import type { ChatContext } from '../context.ts';
import type { SentRow } from '../store/insert-messages.queries.ts';
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

/**
 * By writing they have seen all before, of which they had seen the chat up to `seenBefore`: the viewer's other tabs hear
 * it, and the authors of the rest.
 */
export function announceSeenByWriting(
  ctx: ChatContext,
  viewer: Viewer,
  { chat, seq: seenSeq, createdAt }: SentRow,
  seenBefore: number,
): void {
  const chatUuid = chat.uuid;
  const mark = { chatUuid, userUuids: [viewer.uuid], seenSeq, unreadCount: 0, lastSeq: seenSeq };
  announceRead(ctx.realtime, mark);
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

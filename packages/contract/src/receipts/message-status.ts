import type { ChatType, MessageStatus } from '../messages/messages.schema.ts';

interface LeastMarks {
  kind: ChatType | null;
  deliveredSeq: number | null;
  seenSeq: number | null;
}

/** A message's status follows from its place and the least marks of its chat (rules/receipts 1, 2). */
export function statusOf(chat: LeastMarks, seq: number): MessageStatus {
  if (chat.kind === 'PERSONAL' || seq <= (chat.seenSeq ?? 0)) return 'SEEN';
  return seq <= (chat.deliveredSeq ?? 0) ? 'DELIVERED' : 'SENT';
}

import type { MarkRow } from '../../modules/chat/store/bulk-chats.queries.ts';
import type { NewMessageRow } from '../../modules/chat/store/bulk-messages.queries.ts';
import type { Histories } from './conversations.ts';
import type { Person } from './people.ts';

const seqAt = (history: NewMessageRow[], moment: Date): number =>
  history.findLast(({ createdAt }) => createdAt <= moment)?.seq ?? 0;

/** Writing is seeing: the mark is never before what they wrote themselves (rules/receipts 7). */
function markOf(chatId: number, history: NewMessageRow[], person: Person): MarkRow {
  const own = history.findLast(({ senderId }) => senderId === person.id)?.seq ?? 0;
  const seenSeq = Math.max(own, seqAt(history, person.activeUntil));
  const deliveredSeq = Math.max(seenSeq, seqAt(history, person.reachedUntil));
  return { chatId, userId: person.id, deliveredSeq, seenSeq };
}

/** How far each member has got and seen each chat: all of it, unless they have been away. */
export function marksOf(histories: Histories): MarkRow[] {
  return [...histories].flatMap(([chat, history]) =>
    chat.members.map((person) => markOf(chat.id, history, person)),
  );
}

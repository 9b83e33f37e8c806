import type { Database } from '../../db/database.ts';
import type { Realtime } from '../../realtime/publish.ts';
import { announceRead, announceReceipts } from './receipts.events.ts';
import {
  findAuthors,
  type Mark,
  type MarkedRow,
  type RaisedRow,
  updateLeastMarks,
  updateMarks,
} from './receipts.queries.ts';

/** Whose mark was the last that an author's messages waited for; himself when somebody's leaving was enough. */
function lastReceiver(marked: MarkedRow[], chatId: number, authorUuid: string): string {
  const last = marked.findLast(
    (mark) => mark.chatId === chatId && mark.hasMoved && mark.userUuid !== authorUuid,
  );
  return last?.userUuid ?? authorUuid;
}

async function announceRaised(
  db: Database,
  realtime: Realtime,
  raised: RaisedRow[],
  marked: MarkedRow[],
): Promise<void> {
  if (raised.length === 0) return;
  const chats = new Map(raised.map((chat) => [chat.chatId, chat]));
  for (const author of await findAuthors(db, raised)) {
    const chat = chats.get(author.chatId) as RaisedRow;
    const receiver = lastReceiver(marked, author.chatId, author.authorUuid);
    announceReceipts(realtime, chat, author, receiver);
  }
}

/**
 * Writes marks, raises what everybody has reached in their chats and in those of `recounts`, and tells readers and
 * authors. Gives the marks of present members: the others were not theirs to set.
 */
export async function writeReceipts(
  db: Database,
  realtime: Realtime,
  marks: Mark[],
  recounts: number[],
): Promise<MarkedRow[]> {
  const marked = marks.length === 0 ? [] : await updateMarks(db, marks);
  for (const mark of marked) if (mark.hasSeenMoved) announceRead(realtime, mark);
  const moved = marked.filter((mark) => mark.hasMoved).map((mark) => mark.chatId);
  const chatIds = [...new Set([...recounts, ...moved])];
  const raised = chatIds.length === 0 ? [] : await updateLeastMarks(db, chatIds);
  await announceRaised(db, realtime, raised, marked);
  return marked;
}

import type { Database } from '../../db/database.ts';
import type { Realtime } from '../../realtime/publish.ts';
import { announceRead, announceReceipts } from './receipts.events.ts';
import {
  type AuthorRow,
  findAuthors,
  type Mark,
  type MarkedRow,
  type RaisedRow,
  updateLeastMarks,
  updateMarks,
} from './receipts.queries.ts';

/** What receipts are written with. */
export interface Means {
  db: Database;
  realtime: Realtime;
  /** Settles once the messages that are stored in these chats by now are told. */
  messagesTold(chatUuids: string[]): Promise<void>;
}

/** Chats to count again, each with who wrote there last, if that is the reason. */
export type Recounts = Map<number, string | undefined>;

/** Whose mark was the last that an author's messages waited for. */
function lastReceiver(marked: MarkedRow[], recounts: Recounts, author: AuthorRow): string {
  const { chatId, authorUuid, slowestUuid } = author;
  const movers = marked.filter((mark) => mark.chatId === chatId && mark.hasMoved);
  const candidates = [...movers.flatMap((mark) => mark.userUuids), recounts.get(chatId)];
  const last = candidates.findLast((uuid) => uuid !== undefined && uuid !== authorUuid);
  return last ?? slowestUuid ?? authorUuid;
}

async function announceRaised(
  { db, realtime, messagesTold }: Means,
  raised: RaisedRow[],
  marked: MarkedRow[],
  recounts: Recounts,
): Promise<void> {
  if (raised.length === 0) return;
  const chats = new Map(raised.map((chat) => [chat.chatId, chat]));
  const authors = await findAuthors(db, raised);
  // A mark may cover a message that is stored and not told yet; its sender would hear of the mark first, and for nothing.
  await messagesTold(raised.map(({ chatUuid }) => chatUuid));
  for (const author of authors) {
    const chat = chats.get(author.chatId) as RaisedRow;
    const receiver = lastReceiver(marked, recounts, author);
    announceReceipts(realtime, chat, author, receiver);
  }
}

/**
 * In every chat what follows from its marks: a crash may have come between the two. Authors are told, since another process
 * may be about to raise the same.
 */
export async function raiseAll(means: Means): Promise<void> {
  await announceRaised(means, await updateLeastMarks(means.db), [], new Map());
}

/**
 * Writes marks, raises what everybody has reached in their chats and in those of `recounts`, and tells readers and
 * authors. Gives the marks of present members: the others were not theirs to set.
 */
export async function writeReceipts(
  means: Means,
  marks: Mark[],
  recounts: Recounts,
): Promise<MarkedRow[]> {
  const { db, realtime } = means;
  const marked = marks.length === 0 ? [] : await updateMarks(db, marks);
  for (const mark of marked) if (mark.hasSeenMoved) announceRead(realtime, mark);
  // Those that did not move too: an earlier writing may have failed after its first half.
  const chatIds = [...new Set([...recounts.keys(), ...marked.map(({ chatId }) => chatId)])];
  const raised = chatIds.length === 0 ? [] : await updateLeastMarks(db, chatIds);
  await announceRaised(means, raised, marked, recounts);
  return marked;
}

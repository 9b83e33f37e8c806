import type { Database } from '../../../db/database.ts';
import type { Realtime } from '../../../realtime/publish.ts';
import {
  type AuthorRow,
  findAuthors,
  type Mark,
  type MarkedRow,
  type RaisedRow,
  updateLeastMarks,
  updateMarks,
} from '../store/receipts.queries.ts';
import { announceRead, announceReceipts } from './receipts.events.ts';

/** What receipts are written with. */
export interface Means {
  db: Database;
  realtime: Realtime;
  /** Settles once the messages that are stored in this chat by now are told. */
  messagesTold(chatUuid: string): Promise<void>;
}

/** Chats to count again, each with who wrote there last, if that is the reason. */
export type Recounts = Map<number, string | undefined>;

interface Written {
  /** The marks of present members: the others were not theirs to set. */
  marked: MarkedRow[];
  /** Settles once the authors have been told. */
  told: Promise<void>;
}

/** Whose mark was the last that an author's messages waited for. */
function lastReceiver(marked: MarkedRow[], recounts: Recounts, author: AuthorRow): string {
  const { chatId, authorUuid, slowestUuid } = author;
  const movers = marked.filter((mark) => mark.chatId === chatId && mark.hasMoved);
  const candidates = [...movers.flatMap((mark) => mark.userUuids), recounts.get(chatId)];
  const last = candidates.findLast((uuid) => uuid !== undefined && uuid !== authorUuid);
  return last ?? slowestUuid ?? authorUuid;
}

async function tellAuthors(
  { db, realtime, messagesTold }: Means,
  raised: RaisedRow[],
  receiverOf: (author: AuthorRow) => string,
): Promise<{ told: Promise<void> }> {
  if (raised.length === 0) return { told: Promise.resolve() };
  const chats = new Map(raised.map((chat) => [chat.chatId, chat]));
  const tellings = (await findAuthors(db, raised)).map(async (author) => {
    const chat = chats.get(author.chatId) as RaisedRow;
    const receiver = receiverOf(author);
    // A mark may cover a message that is stored and not told yet; its sender would hear of the mark first, and for nothing.
    await messagesTold(chat.chatUuid);
    announceReceipts(realtime, chat, author, receiver);
  });
  return { told: Promise.all(tellings).then(() => {}) };
}

/**
 * In every chat what follows from its marks: a crash may have come between the two. Authors are told, since another process
 * may be about to raise the same.
 */
export async function raiseAll(means: Means): Promise<void> {
  const raised = await updateLeastMarks(means.db);
  const nobody: Recounts = new Map();
  await (await tellAuthors(means, raised, (author) => lastReceiver([], nobody, author))).told;
}

/**
 * Writes marks, raises what everybody has reached in their chats and in those of `recounts`, and tells readers and, once they have heard of
 * their messages themselves, authors.
 */
export async function writeReceipts(
  means: Means,
  marks: Mark[],
  recounts: Recounts,
): Promise<Written> {
  const { db, realtime } = means;
  const marked = marks.length === 0 ? [] : await updateMarks(db, marks);
  for (const mark of marked) if (mark.hasSeenMoved) announceRead(realtime, mark);
  // Those that did not move too: an earlier writing may have failed after its first half.
  const chatIds = [...new Set([...recounts.keys(), ...marked.map(({ chatId }) => chatId)])];
  const raised = chatIds.length === 0 ? [] : await updateLeastMarks(db, chatIds);
  const receiverOf = (author: AuthorRow) => lastReceiver(marked, recounts, author);
  return { marked, ...(await tellAuthors(means, raised, receiverOf)) };
}

import { required } from '@chat/contract/checks';
import type { Database } from '../../../db/database.ts';
import type { Realtime } from '../../../realtime/publish.ts';
import type { MarksMoved, MessageBatcher } from '../context.ts';
import {
  type AuthorRow,
  findAuthors,
  type RaisedRow,
  updateLeastMarks,
} from '../store/least-marks.queries.ts';
import { type Mark, type MarkedRow, updateMarks } from '../store/receipts.queries.ts';
import { announceMoves } from './announce-moves.ts';
import { announceRead, announceReceipts } from './receipts.events.ts';

export interface ReceiptDeps {
  db: Database;
  realtime: Realtime;
  messages: Pick<MessageBatcher, 'announced'>;
}

/** Chats to count again, each with its last writer if that is the reason. */
export type Recounts = Map<number, string | undefined>;

interface WrittenReceipts {
  /** The marks of present members: the others were not theirs to set. */
  marked: MarkedRow[];
  /** Settles once it is announced to the authors. */
  announced: Promise<void>;
}

const slowestOf = ({ slowestUuid, authorUuid }: AuthorRow) => slowestUuid ?? authorUuid;

/** The user whose mark an author's messages waited for last. */
function lastReceiver(marked: MarkedRow[], recounts: Recounts, author: AuthorRow): string {
  const { chatId, authorUuid } = author;
  const movers = marked.filter((mark) => mark.chatId === chatId && mark.hasMoved);
  const candidates = [...movers.flatMap((mark) => mark.userUuids), recounts.get(chatId)];
  const last = candidates.findLast((uuid) => uuid !== undefined && uuid !== authorUuid);
  return last ?? slowestOf(author);
}

/** Comes back when the authors are known; `announced` settles later. */
export async function announceToAuthors(
  { db, realtime, messages }: ReceiptDeps,
  raised: RaisedRow[],
  receiverOf: (author: AuthorRow) => string = slowestOf,
): Promise<{ announced: Promise<void> }> {
  if (raised.length === 0) return { announced: Promise.resolve() };
  const chats = new Map(raised.map((chat) => [chat.chatId, chat]));
  const announcements = (await findAuthors(db, raised)).map(async (author) => {
    const chat = required(chats.get(author.chatId), 'chat');
    const receiver = receiverOf(author);
    // A mark may cover a message that is stored and not announced yet: its sender could do nothing with the mark.
    await messages.announced(chat.chatUuid);
    announceReceipts(realtime, chat, author, receiver);
  });
  return { announced: Promise.all(announcements).then(() => {}) };
}

export interface Receipts {
  marks: Mark[];
  recounts: Recounts;
  /** Marks that others have moved. */
  moves: MarksMoved[];
}

/** What a mark that moved has passed. */
const moveOf = ({ from, deliveredSeq, ...mark }: MarkedRow): MarksMoved => ({
  ...mark,
  from,
  upTo: deliveredSeq,
  deliveredSeq,
});

/**
 * Writes marks and raises what everybody has reached in their chats and in those of `recounts`. It is announced to
 * readers at once, and to authors after their messages.
 */
export async function writeReceipts(
  deps: ReceiptDeps,
  { marks, recounts, moves }: Receipts,
): Promise<WrittenReceipts> {
  const { db, realtime } = deps;
  const marked = marks.length === 0 ? [] : await updateMarks(db, marks);
  for (const { unreadCount, ...mark } of marked) {
    if (unreadCount !== null) announceRead(realtime, { ...mark, unreadCount });
  }
  // Those that did not move too: an earlier writing may have failed after its first half.
  const chatIds = [...new Set([...recounts.keys(), ...marked.map(({ chatId }) => chatId)])];
  const raised = chatIds.length === 0 ? [] : await updateLeastMarks(db, chatIds);
  const receiverOf = (author: AuthorRow) => lastReceiver(marked, recounts, author);
  const { announced } = await announceToAuthors(deps, raised, receiverOf);
  const moved = announceMoves(deps, [...moves, ...marked.filter(hasMoved).map(moveOf)]);
  return { marked, announced: Promise.all([announced, moved]).then(() => {}) };
}

const hasMoved = (mark: MarkedRow) => mark.hasMoved;

import { required } from '@chat/contract/checks';
import type { Database } from '../../../db/database.ts';
import { userRoom, watchRoom } from '../../../realtime/live-sockets.ts';
import type { Realtime } from '../../../realtime/publish.ts';
import type { MarksMoved, MessageBatcher } from '../context.ts';
import { findPassedAuthors } from '../store/receipt-history.queries.ts';
import {
  type AdvancedRow,
  type AuthorRow,
  advanceWatermarks,
  findNewlyReadAuthors,
  type Mark,
  type MarkedRow,
  updateMarks,
} from '../store/receipts.queries.ts';

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
  advanced: AdvancedRow[],
  receiverOf: (author: AuthorRow) => string = slowestOf,
  before: Promise<unknown> = Promise.resolve(),
): Promise<{ announced: Promise<void> }> {
  if (advanced.length === 0) return { announced: Promise.resolve() };
  const chats = new Map(advanced.map((chat) => [chat.chatId, chat]));
  const announcements = (await findNewlyReadAuthors(db, advanced)).map(async (author) => {
    const chat = required(chats.get(author.chatId), 'chat');
    const receiver = receiverOf(author);
    await before;
    // A mark may cover a message that is stored and not announced yet: its sender could do nothing with the mark.
    await messages.announced(chat.chatUuid);
    announceReceipts(realtime, chat, author, receiver);
  });
  return { announced: Promise.all(announcements).then(() => {}) };
}

interface Receipts {
  marks: Mark[];
  recounts: Recounts;
  /** Marks that others have moved. */
  moves: MarksMoved[];
}

/** The messages that a watermark has passed. */
const moveOf = ({ from, deliveredSeq, ...mark }: MarkedRow): MarksMoved => ({
  ...mark,
  from,
  upTo: deliveredSeq,
  deliveredSeq,
});

/**
 * Writes marks and raises what everybody has reached in their chats and in those of `recounts`. Readers hear of
 * it at once, and authors after their messages.
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
  // Chats whose watermarks stayed are counted too: an earlier write may have failed after its first half.
  const chatIds = [...new Set([...recounts.keys(), ...marked.map(({ chatId }) => chatId)])];
  const advanced = chatIds.length === 0 ? [] : await advanceWatermarks(db, chatIds);
  const receiverOf = (author: AuthorRow) => lastReceiver(marked, recounts, author);
  const all = [...moves, ...marked.filter(hasMoved).map(moveOf)];
  const passed = all.length === 0 ? Promise.resolve([]) : findPassedAuthors(db, all);
  // Authors get both in one turn, by one write to each socket; ticks do not fail with what else there is to say.
  const isKnown = passed.catch(() => []);
  const { announced } = await announceToAuthors(deps, advanced, receiverOf, isKnown);
  const moved = announceMoves(deps, all, passed);
  return { marked, announced: Promise.all([announced, moved]).then(() => {}) };
}

const hasMoved = (mark: MarkedRow) => mark.hasMoved;

/** To the authors of the messages that members' marks have passed (rules/information 4). */
async function announceMoves(
  deps: ReceiptDeps,
  moves: MarksMoved[],
  passed: ReturnType<typeof findPassedAuthors>,
): Promise<void> {
  await Promise.all(
    (await passed).map(({ range, authorUuids }) =>
      announce(deps, required(moves[range], 'range'), authorUuids),
    ),
  );
}

async function announce(
  { realtime, messages }: ReceiptDeps,
  moved: MarksMoved,
  authorUuids: string[],
) {
  const { chatUuid: chatId, userUuids, deliveredSeq, seenSeq } = moved;
  // A mark may have passed a message that is stored and not announced yet.
  await messages.announced(chatId);
  const at = moved.at.toISOString();
  const infoOf = (userId: string) => ({ chatId, userId, deliveredSeq, seenSeq, at });
  const publishTo = (authors: string[], movers: string[]) =>
    realtime.publishEach(authors.map(userRoom), 'message:info', movers.map(infoOf));
  const authors = new Set(authorUuids);
  // In a large group they are nearly all, and the same for each author.
  const readers = userUuids.filter((user) => !authors.has(user));
  publishTo(authorUuids, readers);
  for (const mover of userUuids.filter((user) => authors.has(user))) {
    const others = authorUuids.filter((author) => author !== mover);
    publishTo(others, [mover]);
  }
}

/**
 * To watchers, and to the author while they are a member: everybody has got, or seen, their messages up to there
 * (rules/receipts 10, 11).
 */
function announceReceipts(
  realtime: Realtime,
  chat: AdvancedRow,
  author: AuthorRow,
  receiverUuid: string,
): void {
  const event = { chatId: chat.chatUuid, receiverId: receiverUuid, senderId: author.authorUuid };
  const watchers = watchRoom(chat.chatUuid);
  const rooms = author.isMember ? [userRoom(author.authorUuid), watchers] : [watchers];
  if (author.hasDelivered) {
    realtime.publish(rooms, 'message:delivered', { ...event, upToSeq: chat.deliveredSeq });
  }
  if (author.hasSeen) realtime.publish(rooms, 'message:seen', { ...event, upToSeq: chat.seenSeq });
}

/** To the readers' own sockets, so that their other tabs follow. */
export function announceRead(
  realtime: Realtime,
  mark: Pick<MarkedRow, 'chatUuid' | 'userUuids' | 'seenSeq' | 'lastSeq'> & { unreadCount: number },
): void {
  const { chatUuid: chatId, seenSeq, unreadCount, lastSeq } = mark;
  const event = { chatId, seenSeq, unreadCount, lastSeq };
  realtime.publish(mark.userUuids.map(userRoom), 'chat:read', event);
}

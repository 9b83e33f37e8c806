import type { ChatListEntry, LastMessage } from './chats.ts';
import { applyReceipt, type ReceiptEvent } from './message-changes.ts';
import type { Message, MessageStatus } from './messages.ts';
import type { ChatNotifications } from './notifications.ts';
import type { Standing } from './users.ts';

type Entries = readonly ChatListEntry[];

const timeOf = (entry: ChatListEntry) => entry.lastMessage?.createdAt ?? '';

function compareEntries(one: ChatListEntry, other: ChatListEntry): number {
  if (one.chatType !== other.chatType) return one.chatType === 'GROUP' ? -1 : 1;
  const [oneTime, otherTime] = [timeOf(one), timeOf(other)];
  if (oneTime !== otherTime) return oneTime > otherTime ? -1 : 1;
  return one.email < other.email ? -1 : 1;
}

/** The group chat first, then the latest message, then the e-mail (rules/chats 9). */
export function sortChatList(entries: Entries): ChatListEntry[] {
  return [...entries].sort(compareEntries);
}

export function lastMessageOf(message: Message): LastMessage {
  const { uuid, seq, type, content, fileName, status, createdAt, senderId, senderEmail } = message;
  return { uuid, seq, type, content, fileName, status, createdAt, senderId, senderEmail };
}

export interface MessageView {
  viewerId: string;
  /** The viewer looks at the chat this moment, so the message does not wait to be read. */
  isBeingRead?: boolean;
  /** The newest count that the server has sent for the chat. */
  read?: ReadEvent | undefined;
}

/** A message for the entry of its chat, matched by `hash`: last message, unread count, order (rules/chats 12). */
export function applyToChatList(
  entries: Entries,
  message: Message,
  view: MessageView,
): ChatListEntry[] {
  const changed = entries.map((entry) =>
    entry.hash === message.hash ? applyToEntry(entry, message, view) : entry,
  );
  return sortChatList(changed);
}

function applyToEntry(entry: ChatListEntry, message: Message, view: MessageView): ChatListEntry {
  const chatUuid = message.chatUuid;
  // The event is a repetition, or a fetch has already counted the message.
  if (message.seq <= (entry.lastMessage?.seq ?? 0)) return { ...entry, chatUuid };
  const updated = { ...entry, chatUuid, lastMessage: lastMessageOf(message) };
  // Sending marks the sender's own side as seen.
  if (message.senderId === view.viewerId)
    return { ...updated, unreadCount: 0, calledCount: 0, seenSeq: message.seq };
  if (view.isBeingRead || message.seq <= entry.seenSeq) return updated;
  if (isCounted(entry, message, view.read)) return updated;
  const calls = countsCalls(entry) && isCalledBy(message, view.viewerId);
  const calledCount = entry.calledCount + (calls ? 1 : 0);
  return { ...updated, unreadCount: entry.unreadCount + 1, calledCount };
}

/** Whether the entry says how many messages call its reader. */
const countsCalls = ({ chatType, notifications }: ChatListEntry): boolean =>
  chatType === 'GROUP' && notifications.mode === 'mentions';

/** The message mentions the person, or replies to theirs: it comes through where only mentions do (rules/mutes 9). */
export const isCalledBy = (
  { mentions, replyToMessageSenderId }: Pick<Message, 'mentions' | 'replyToMessageSenderId'>,
  userId: string,
): boolean =>
  replyToMessageSenderId === userId || mentions.some((mentioned) => mentioned.uuid === userId);

/** The server sent the entry's count, and that count includes the message. */
const isCounted = (entry: ChatListEntry, { seq }: Message, read: ReadEvent | undefined) =>
  read !== undefined && read.seenSeq === entry.seenSeq && seq <= read.lastSeq;

/** `message:edited` changes the text of the last message; its position and the unread count stay (rules/edits 9). */
export function applyEditToChatList(entries: Entries, { uuid, content }: Message): ChatListEntry[] {
  return entries.map((entry) =>
    entry.lastMessage?.uuid === uuid
      ? { ...entry, lastMessage: { ...entry.lastMessage, content } }
      : entry,
  );
}

/** Ticks of the last message. */
export function applyReceiptToChatList(
  entries: Entries,
  receipt: ReceiptEvent,
  status: MessageStatus,
): ChatListEntry[] {
  return entries.map((entry) =>
    entry.chatUuid === receipt.chatId && entry.lastMessage
      ? { ...entry, lastMessage: applyReceipt(entry.lastMessage, receipt, status) }
      : entry,
  );
}

/** `chat:read`, or the viewer's own reading: a watermark never goes back. */
export function applyRead(entries: Entries, read: ReadEvent): ChatListEntry[] {
  return entries.map((entry) =>
    entry.chatUuid === read.chatId && entry.seenSeq <= read.seenSeq ? readUpTo(entry, read) : entry,
  );
}

/** The event does not say how much of what is left unread calls the viewer: at most as much as before. */
function readUpTo(entry: ChatListEntry, read: ReadEvent): ChatListEntry {
  const unreadCount = read.unreadCount + overtakers(entry, read);
  const calledCount = Math.min(entry.calledCount, unreadCount);
  return { ...entry, seenSeq: read.seenSeq, unreadCount, calledCount };
}

// A message may arrive before a count that does not include it; a message of the viewer would have advanced the
// watermark.
const overtakers = ({ lastMessage }: ChatListEntry, { lastSeq }: ReadEvent) =>
  Math.max(0, (lastMessage?.seq ?? 0) - lastSeq);

/** The unread count after reading up to `seenSeq`: an estimate from the list. `chat:read` brings the exact number. */
export function unreadAfter(entry: ChatListEntry, seenSeq: number): number {
  return seenSeq >= (entry.lastMessage?.seq ?? 0) ? 0 : entry.unreadCount;
}

/** `standing:changed`: whether the other person can read now. */
export function applyStanding(entries: Entries, { userId, blocked }: Standing): ChatListEntry[] {
  return entries.map((entry) =>
    entry.chatType === 'DIRECT' && entry.uuid === userId ? { ...entry, blocked } : entry,
  );
}

/** `chat:notifications`: how the chat notifies the viewer from now on. */
export function applyNotifications(
  entries: Entries,
  { chatId, mode, until }: { chatId: string } & ChatNotifications,
): ChatListEntry[] {
  return entries.map((entry) =>
    entry.chatUuid === chatId ? { ...entry, notifications: { mode, until } } : entry,
  );
}

/** How far the reader has read a chat; `unreadCount` counts up to the message `lastSeq`. */
export interface ReadEvent {
  chatId: string;
  seenSeq: number;
  unreadCount: number;
  lastSeq: number;
}

export interface ReadEvents {
  /** To the reader's own sockets, so that their other tabs follow. */
  'chat:read': (read: ReadEvent) => void;
}

/**
 * The newest read watermark of each chat. A watermark may arrive before a message that it counts: the receiver of the
 * message asks here whether the message is counted already.
 */
export class LatestReads {
  private readonly newest = new Map<string, ReadEvent>();

  record(read: ReadEvent): void {
    const before = this.newest.get(read.chatId);
    const isOlder = before && (read.seenSeq < before.seenSeq || read.lastSeq < before.lastSeq);
    if (!isOlder) this.newest.set(read.chatId, read);
  }

  of({ chatUuid }: Pick<Message, 'chatUuid'>): ReadEvent | undefined {
    return this.newest.get(chatUuid);
  }
}

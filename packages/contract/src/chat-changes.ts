import type { ChatListEntry, LastMessage } from './chats.ts';
import type { Message, MessageStatus } from './messages.ts';
import { applyReceipt, type ReadEvent, type ReceiptEvent } from './receipts.ts';

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
  /** The newest count of the chat that was told. */
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
  // Heard already, or counted by the fetch this event overtook.
  if (message.seq <= (entry.lastMessage?.seq ?? 0)) return { ...entry, chatUuid };
  const updated = { ...entry, chatUuid, lastMessage: lastMessageOf(message) };
  // Sending marks the sender's own side as seen.
  if (message.senderId === view.viewerId)
    return { ...updated, unreadCount: 0, seenSeq: message.seq };
  if (view.isBeingRead || message.seq <= entry.seenSeq) return updated;
  if (isCounted(entry, message, view.read)) return updated;
  return { ...updated, unreadCount: entry.unreadCount + 1 };
}

/** The entry's count is the one that was told, and knew of the message. */
const isCounted = (entry: ChatListEntry, { seq }: Message, read: ReadEvent | undefined) =>
  read !== undefined && read.seenSeq === entry.seenSeq && seq <= read.lastSeq;

/** `message:edited`: what the last message says; its place and what is unread stay (rules/edits 9). */
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

/** `chat:read`, or the viewer's own reading: a mark never goes back. */
export function applyRead(entries: Entries, read: ReadEvent): ChatListEntry[] {
  return entries.map((entry) =>
    entry.chatUuid === read.chatId && entry.seenSeq <= read.seenSeq
      ? {
          ...entry,
          seenSeq: read.seenSeq,
          unreadCount: read.unreadCount + overtakers(entry, read),
        }
      : entry,
  );
}

// Messages may overtake the count that does not know them yet; an own one would have moved the mark.
const overtakers = ({ lastMessage }: ChatListEntry, { lastSeq }: ReadEvent) =>
  Math.max(0, (lastMessage?.seq ?? 0) - lastSeq);

/** What reading up to `seenSeq` leaves unread, as far as the list can tell; the server's `chat:read` says it exactly. */
export function unreadAfter(entry: ChatListEntry, seenSeq: number): number {
  return seenSeq >= (entry.lastMessage?.seq ?? 0) ? 0 : entry.unreadCount;
}

import { deletedQuote, unavailableQuote } from './checks.ts';
import type {
  ChatType,
  Information,
  MarkMoved,
  Message,
  MessageStatus,
  Reached,
  Reaction,
  ReactionEvent,
} from './messages.ts';

/**
 * Pure changes of the messages of one chat in a client: ascending by `seq`, without gaps at the newest end. State +
 * events must equal a fresh fetch (rules/realtime 10), even if an event arrives twice or late.
 */
type Messages = readonly Message[];

const bySeq = (one: Message, other: Message) => one.seq - other.seq;

/**
 * A message that arrived by event or as the answer to a send; it replaces its earlier copy and is never a second one.
 */
export function applyMessage(messages: Messages, arrived: Message): Message[] {
  const known = messages.find((message) => message.uuid === arrived.uuid);
  if (known) {
    const status = higherStatus(known.status, arrived.status);
    // The arrived copy has the state at sending; the known copy may already have reactions and edits.
    const merged = { ...appliedEdit(arrived, known), status, reactions: known.reactions };
    return messages.map((message) => (message === known ? merged : message));
  }
  const last = messages.at(-1);
  const grown = [...messages, arrived];
  return last && last.seq > arrived.seq ? grown.sort(bySeq) : grown;
}

type Edited = Pick<Message, 'content' | 'mentions' | 'editedAt'>;

const editedAfter = (one: Edited, other: Edited): boolean =>
  (one.editedAt ?? '') > (other.editedAt ?? '');

/** The message with the content of the other copy, if that copy was edited later (rules/edits 4). */
export function appliedEdit(message: Message, { content, mentions, editedAt }: Edited): Message {
  const later = { ...message, content, mentions, editedAt };
  return editedAfter(later, message) ? later : message;
}

const requoted = (reply: Message, { content }: Edited): Message => ({
  ...reply,
  replyToMessageContent: content,
});

/**
 * `message:edited` changes the message and the quotes in its replies; an edit older than the known one changes nothing.
 */
export function applyEdit(messages: Messages, edited: Message): Message[] {
  const known = messages.find((message) => message.uuid === edited.uuid);
  if (known && !editedAfter(edited, known)) return [...messages];
  return messages.map((message) => {
    if (message === known) return appliedEdit(message, edited);
    return message.replyToMessageUuid === edited.uuid ? requoted(message, edited) : message;
  });
}

/** `message:deleted`: the message is gone, and replies to it quote it no longer (rules/messages 19). */
export function applyDeletion(messages: Messages, { messageId }: { messageId: string }): Message[] {
  return messages.flatMap((message) => {
    if (message.uuid === messageId) return [];
    return message.replyToMessageUuid === messageId ? [unquoted(message)] : [message];
  });
}

const unquoted = (reply: Message): Message => ({
  ...reply,
  replyToMessageContent: deletedQuote,
  replyToMessageMediaUrl: null,
});

/** An answer as it is shown to who may not read what it answers (rules/supervision 14). */
export const withoutQuote = <Reply>(reply: Reply): Reply => Object.assign({}, reply, noQuote);

const noQuote = {
  replyToMessageUuid: null,
  replyToMessageContent: unavailableQuote,
  replyToMessageSenderId: null,
  replyToMessageSenderEmail: null,
  replyToMessageMediaUrl: null,
} satisfies Partial<Message>;

/** Whether a message between the newest known message and the arrived one was missed (rules/realtime 9). */
export function hasGap(messages: Messages, arrived: Pick<Message, 'seq'>): boolean {
  return arrived.seq > (messages.at(-1)?.seq ?? 0) + 1;
}

/** A fetched page, older or newer than the loaded messages; a message in both is taken from the page. */
export function applyPage(messages: Messages, page: Messages): Message[] {
  const byUuid = new Map(messages.map((message) => [message.uuid, message]));
  for (const message of page) {
    const earlier = byUuid.get(message.uuid);
    const status = earlier ? higherStatus(earlier.status, message.status) : message.status;
    const said = earlier ? appliedEdit(message, earlier) : message;
    byUuid.set(message.uuid, { ...said, status });
  }
  return [...byUuid.values()].sort(bySeq);
}

/** The newest messages of a chat, without gaps. */
export interface MessageRange {
  messages: Messages;
  /** The range reaches down to the beginning of the chat. */
  isWhole: boolean;
}

/**
 * The newest range of the chat, fetched again after an absence. The range replaces all messages that it covers, so
 * deletions apply too. Older messages stay only if they join the range without a gap.
 */
export function applyRange(messages: Messages, range: MessageRange): Message[] {
  const [first] = range.messages;
  if (!first || range.isWhole) return [...range.messages];
  const meets = messages.some((message) => message.seq >= first.seq - 1);
  const older = meets ? messages.filter((message) => message.seq < first.seq) : [];
  return [...older, ...range.messages];
}

/** The most edits to remember. An edit may arrive moments before its message; far fewer edits are under way at once. */
const MAX_HELD = 200;

/** The newest edit of each message, for late arrivals: an older edit, the message itself, a reply that quotes it. */
export class LatestEdits {
  private readonly newest = new Map<string, Message>();

  /** Returns false for an edit that is known already or older than a known one. */
  record(edited: Message): boolean {
    const before = this.newest.get(edited.uuid);
    if (before && !editedAfter(edited, before)) return false;
    this.newest.delete(edited.uuid);
    this.newest.set(edited.uuid, edited);
    const [oldest] = this.newest.keys();
    if (this.newest.size > MAX_HELD && oldest !== undefined) this.newest.delete(oldest);
    return true;
  }

  /** The arrived message with all edits that came before it. */
  applyTo(arrived: Message): Message {
    const edit = this.newest.get(arrived.uuid);
    const original = this.newest.get(arrived.replyToMessageUuid ?? '');
    const said = edit ? appliedEdit(arrived, edit) : arrived;
    return original ? requoted(said, original) : said;
  }
}

/**
 * `message:reacted`: a user's emoji replaces their earlier one on the message; null removes it (rules/reactions 2, 7).
 */
export function applyReaction(messages: Messages, reaction: ReactionEvent): Message[] {
  return messages.map((message) =>
    message.uuid === reaction.messageId
      ? { ...message, reactions: reactionsAfter(message.reactions, reaction) }
      : message,
  );
}

function reactionsAfter(reactions: readonly Reaction[], reaction: ReactionEvent): Reaction[] {
  const { emoji, senderId, senderEmail, reactedAt } = reaction;
  const others = reactions.filter(({ userUuid }) => userUuid !== senderId);
  if (emoji === null) return others;
  return [...others, { userUuid: senderId, userEmail: senderEmail, emoji, reactedAt }].sort(
    inOrder,
  );
}

const inOrder = (one: Reaction, other: Reaction) =>
  one.reactedAt === other.reactedAt
    ? compare(one.userUuid, other.userUuid)
    : compare(one.reactedAt, other.reactedAt);

const compare = (one: string, other: string) => (one < other ? -1 : Number(one > other));

/** `message:info`: the information of message `seq` of the chat, equal to a fresh fetch. */
export function applyMove(information: Information, seq: number, moved: MarkMoved): Information {
  const { userId, deliveredSeq, seenSeq, at } = moved;
  const { seenBy, deliveredTo, pending } = information;
  const isThem = ({ uuid }: { uuid: string }) => uuid === userId;
  const others = <Person extends { uuid: string }>(people: Person[]) =>
    people.filter((person) => !isThem(person));
  const waiting = pending.find(isThem);
  const person = waiting ?? deliveredTo.find(isThem);
  if (!person) return information;
  const { uuid, email } = person;
  const reached: Reached = { uuid, email, at };
  if (seenSeq >= seq) {
    return {
      seenBy: latestFirst([...seenBy, reached]),
      deliveredTo: others(deliveredTo),
      pending: others(pending),
    };
  }
  if (!waiting || deliveredSeq < seq) return information;
  return { seenBy, deliveredTo: latestFirst([...deliveredTo, reached]), pending: others(pending) };
}

/** People without a known time come last. */
function latestFirst(people: Reached[]): Reached[] {
  const byEmail = (one: Reached, other: Reached) => (one.email < other.email ? -1 : 1);
  return people.sort((one, other) => {
    if (one.at === other.at) return byEmail(one, other);
    return (other.at ?? '') > (one.at ?? '') ? 1 : -1;
  });
}

interface LeastMarks {
  kind: ChatType | null;
  deliveredSeq: number | null;
  seenSeq: number | null;
}

/** A message's status follows from its position and the lowest watermarks of its chat (rules/receipts 1, 2). */
export function statusOf(chat: LeastMarks, seq: number): MessageStatus {
  if (chat.kind === 'PERSONAL' || seq <= (chat.seenSeq ?? 0)) return 'SEEN';
  return seq <= (chat.deliveredSeq ?? 0) ? 'DELIVERED' : 'SENT';
}

/**
 * The messages of author `senderId` up to `upToSeq` are delivered or seen; in a group by everybody, `receiverId` last.
 */
export interface ReceiptEvent {
  chatId: string;
  receiverId: string;
  senderId: string;
  upToSeq: number;
}

export interface ReceiptEvents {
  'message:delivered': (receipt: ReceiptEvent) => void;
  'message:seen': (receipt: ReceiptEvent) => void;
}

export type Tick = 'DELIVERED' | 'SEEN';

const ranks: Record<MessageStatus, number> = { SENT: 0, DELIVERED: 1, SEEN: 2 };

/** A status never goes backwards (rules/receipts 4). */
export function higherStatus(one: MessageStatus, other: MessageStatus): MessageStatus {
  return ranks[other] > ranks[one] ? other : one;
}

type Ticked = Pick<Message, 'senderId' | 'seq' | 'status'>;

/** One message after a receipt; the same object if the receipt changes nothing. */
export function applyReceipt<M extends Ticked>(
  message: M,
  receipt: ReceiptEvent,
  status: MessageStatus,
): M {
  if (message.senderId !== receipt.senderId || message.seq > receipt.upToSeq) return message;
  const raised = higherStatus(message.status, status);
  return raised === message.status ? message : { ...message, status: raised };
}

/** `message:delivered`, `message:seen`: the author's messages up to `upToSeq` have been delivered or seen. */
export function applyReceiptToMessages<M extends Ticked>(
  messages: readonly M[],
  receipt: ReceiptEvent,
  tick: Tick,
): M[] {
  return messages.map((message) => applyReceipt(message, receipt, tick));
}

const ticks: readonly Tick[] = ['DELIVERED', 'SEEN'];

/**
 * The farthest receipts of each author in each chat. With several server processes a receipt may arrive before a
 * message that it covers: the receiver of the message looks up the missed receipt here.
 */
export class LatestReceipts {
  private readonly farthest = new Map<string, ReceiptEvent>();

  record(receipt: ReceiptEvent, tick: Tick): void {
    const key = keyOf(receipt.chatId, receipt.senderId, tick);
    if (receipt.upToSeq > (this.farthest.get(key)?.upToSeq ?? 0)) this.farthest.set(key, receipt);
  }

  of({
    chatUuid,
    senderId,
    seq,
  }: Pick<Message, 'chatUuid' | 'senderId' | 'seq'>): [ReceiptEvent, Tick][] {
    return ticks.flatMap((tick): [ReceiptEvent, Tick][] => {
      const receipt = this.farthest.get(keyOf(chatUuid, senderId, tick));
      return receipt && receipt.upToSeq >= seq ? [[receipt, tick]] : [];
    });
  }
}

const keyOf = (chatId: string, senderId: string, tick: Tick) => `${chatId}:${senderId}:${tick}`;

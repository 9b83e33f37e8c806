import type { Message } from '@chat/contract/messages';
import type { MessageWindow, UnloadedMessage } from '../messages/message-window.ts';
import type { OutgoingMessage } from '../outbox/outbox.ts';

/** The rows of the list of messages. Keys stay the same when older pages come above. */
export type TimelineRow =
  | { kind: 'day'; key: string; createdAt: string }
  | { kind: 'unread'; key: string }
  | { kind: 'message'; key: string; message: Message; isOwn: boolean; isFirst: boolean }
  | { kind: 'outgoing'; key: string; outgoing: OutgoingMessage; isFirst: boolean };

interface Timeline {
  messages: Message[];
  outgoing: OutgoingMessage[];
  viewerId: string;
  /** Messages that once opened the list: they keep their sender's line when older ones come above. */
  openers: ReadonlySet<string>;
  /** The message below the line 'unread from here'. */
  unreadId?: string | undefined;
}

interface Posted {
  senderId: string;
  createdAt: string;
}

const dayOf = (post: Posted) => new Date(post.createdAt).setHours(0, 0, 0, 0);
const minuteOf = (post: Posted) => Math.floor(Date.parse(post.createdAt) / 60_000);

// Messages of one sender within one minute form a group: the name is shown once.
const continues = (post: Posted, previous: Posted | undefined) =>
  previous?.senderId === post.senderId && minuteOf(previous) === minuteOf(post);

/** The pending copy and the message the server made of it share a row. */
const ownKey = (referenceId: string) => `own-${referenceId}`;

function messageRows(
  { viewerId, openers, unreadId }: Timeline,
  message: Message,
  previous: Message | undefined,
): TimelineRow[] {
  const isOwn = message.senderId === viewerId;
  const isUnreadStart = message.uuid === unreadId;
  const isFirst = isUnreadStart || !continues(message, previous) || openers.has(message.uuid);
  const key = isOwn && message.referenceId ? ownKey(message.referenceId) : message.uuid;
  const rows: TimelineRow[] = [];
  if (previous && dayOf(message) !== dayOf(previous)) {
    rows.push({ kind: 'day', key: `day-${message.uuid}`, createdAt: message.createdAt });
  }
  if (isUnreadStart) rows.push({ kind: 'unread', key: 'unread' });
  return [...rows, { kind: 'message', key, message, isOwn, isFirst }];
}

/** The stored messages with a line where a day begins, then what is still to be sent. */
export function buildTimeline(timeline: Timeline): TimelineRow[] {
  const { messages, outgoing, viewerId } = timeline;
  const stored = messages.flatMap((message, index) =>
    messageRows(timeline, message, messages[index - 1]),
  );
  const own = messages.filter(({ senderId }) => senderId === viewerId);
  const answered = new Set(own.map(({ referenceId }) => referenceId));
  const waiting = outgoing.filter(({ referenceId }) => !answered.has(referenceId));
  let previous: Posted | undefined = messages.at(-1);
  const unsent = waiting.map((sent): TimelineRow => {
    const post = { senderId: viewerId, createdAt: sent.createdAt };
    const isFirst = !continues(post, previous);
    previous = post;
    return { kind: 'outgoing', key: ownKey(sent.referenceId), outgoing: sent, isFirst };
  });
  return [...stored, ...unsent];
}

/** Messages after what the viewer had seen are older than the oldest loaded. */
export const isUnreadBeyond = ({ messages, hasOlder }: MessageWindow, seenSeq: number): boolean =>
  hasOlder && (messages[0]?.seq ?? 0) > seenSeq + 1;

/**
 * The first of others' messages after what the viewer had seen. None while messages between the two are not loaded: the
 * oldest one loaded need not be the first one unread.
 */
export function firstUnread(
  loaded: MessageWindow,
  viewerId: string,
  seenSeq: number,
): string | undefined {
  if (isUnreadBeyond(loaded, seenSeq)) return undefined;
  return loaded.messages.find(({ seq, senderId }) => seq > seenSeq && senderId !== viewerId)?.uuid;
}

/** The newest message among the first rows. */
export function newestSeq(rows: TimelineRow[], lastIndex: number): number {
  for (let index = Math.min(lastIndex, rows.length - 1); index >= 0; index -= 1) {
    const row = rows[index];
    if (row?.kind === 'message') return row.message.seq;
  }
  return 0;
}

/** Others' messages after the one that was last in sight, loaded or not. */
export function countNewer(
  { messages, newerUnloaded }: MessageWindow,
  viewerId: string,
  seq: number,
) {
  const isNews = (post: UnloadedMessage) => post.seq > seq && post.senderId !== viewerId;
  let count = newerUnloaded.filter(isNews).length;
  for (let index = messages.length - 1; index >= 0; index -= 1) {
    const message = messages[index];
    if (!message || message.seq <= seq) break;
    if (isNews(message)) count += 1;
  }
  return count;
}

import {
  applyDeletion,
  applyMessage,
  applyPage,
  applyStretch,
  type Stretch,
} from '@chat/contract/messages/messages.apply';
import type { Message } from '@chat/contract/messages/messages.schema';
import { limits } from '@chat/contract/shared/limits';

/** What a message heard but not held is counted by. */
export type Heard = Pick<Message, 'uuid' | 'seq' | 'senderId'>;

/**
 * A stretch of one chat without holes, ascending by `seq`: mostly its newest end, elsewhere after a jump. Every
 * change here is pure, and keeps it so whatever comes late, twice or after the reader went somewhere else.
 */
export interface HeldMessages {
  messages: Message[];
  /** Until a page is empty (product §9). */
  hasOlder: boolean;
  /** It ends before the chat does. */
  hasNewer: boolean;
  /** What was heard or let go of below its end. */
  below: Heard[];
}

const PAGE = limits.messagesPerPage;
const KEPT_ON_LEAVING = 2 * PAGE;
/** A chat is scrolled through for as long as one likes; no more than this is held of it. */
export const MOST_HELD = 1500;
/** Letting go makes room for some pages, so that it is rare. */
const KEPT_ON_TRIM = 0.8;

const lastSeq = (messages: readonly Message[]) => messages.at(-1)?.seq ?? 0;
const heardBelow = (below: Heard[], seq: number) => below.filter((heard) => heard.seq > seq);

/** A chat nobody has written into. */
export const nothingHeld: HeldMessages = {
  messages: [],
  hasOlder: false,
  hasNewer: false,
  below: [],
};

/** The newest page of a chat. */
export const newestHeld = (messages: Message[]): HeldMessages => ({
  ...nothingHeld,
  messages,
  hasOlder: messages.length > 0,
});

/** The page around a message; undefined when that message is no longer there. */
export function heldAround(page: Message[], messageId: string): HeldMessages | undefined {
  const at = page.findIndex(({ uuid }) => uuid === messageId);
  return at < 0 ? undefined : heldBothWays(page, at);
}

/** The page around a place in the chat, with or without a message that stands there. */
export function heldAroundSeq(page: Message[], seq: number): HeldMessages {
  const at = page.findIndex((message) => message.seq >= seq);
  return heldBothWays(page, at < 0 ? page.length : at);
}

/** A page that was read half upwards, half downwards from one of its messages. */
function heldBothWays(messages: Message[], at: number): HeldMessages {
  const hasNewer = messages.length - at >= PAGE / 2;
  return { messages, hasOlder: true, hasNewer, below: [] };
}

/** `message`, or the answer to a send. What does not adjoin the stretch is counted, not put behind a hole. */
export function applyArrival(held: HeldMessages, arrived: Message): HeldMessages {
  const { messages, hasOlder, hasNewer } = held;
  const isAbove = hasOlder && arrived.seq < (messages[0]?.seq ?? 0);
  if (isAbove) return held;
  if (!hasNewer || arrived.seq <= lastSeq(messages)) {
    return { ...held, messages: applyMessage(messages, arrived) };
  }
  const { uuid, seq, senderId } = arrived;
  const others = held.below.filter((heard) => heard.uuid !== uuid);
  return { ...held, below: [...others, { uuid, seq, senderId }].slice(-MOST_HELD) };
}

/** `message:deleted` */
export function applyRemoval(held: HeldMessages, fact: { messageId: string }): HeldMessages {
  return {
    ...held,
    messages: applyDeletion(held.messages, fact),
    below: held.below.filter(({ uuid }) => uuid !== fact.messageId),
  };
}

/** The page before the oldest message held; dropped when another one is the oldest by now. */
export function applyOlderPage(
  held: HeldMessages,
  oldestId: string,
  page: Message[],
): HeldMessages {
  if (held.messages[0]?.uuid !== oldestId) return held;
  return { ...held, messages: applyPage(held.messages, page), hasOlder: page.length > 0 };
}

/** The page after the newest message held; dropped when another one is the newest by now. */
export function applyNewerPage(
  held: HeldMessages,
  newestId: string,
  page: Message[],
): HeldMessages {
  if (!held.hasNewer || held.messages.at(-1)?.uuid !== newestId) return held;
  const messages = applyPage(held.messages, page);
  const hasNewer = page.length === PAGE;
  return { ...held, messages, hasNewer, below: below(held, hasNewer, messages) };
}

const below = (held: HeldMessages, hasNewer: boolean, messages: Message[]) =>
  hasNewer ? heardBelow(held.below, lastSeq(messages)) : [];

/** A page of what a gap in the live events left out, after a message heard before the gap. */
export function applyMissedPage(
  held: HeldMessages,
  lastHeard: number,
  page: Message[],
): HeldMessages {
  const isElsewhere = held.hasNewer || (held.messages[0]?.seq ?? 0) > lastHeard + 1;
  return isElsewhere ? held : { ...held, messages: applyPage(held.messages, page) };
}

/** A part of the chat without holes, as it stands now. */
export interface ReadAgain extends Stretch {
  /** It reaches down to the newest message. */
  isToEnd: boolean;
}

/** What is shown, read again after an absence; what it does not cover below its end is let go of. */
export function applyReadAgain(held: HeldMessages, stretch: ReadAgain): HeldMessages {
  const messages = applyStretch(held.messages, stretch);
  const isJoined = messages.length > stretch.messages.length;
  const hasNewer = !stretch.isToEnd;
  return {
    messages,
    hasOlder: isJoined ? held.hasOlder : messages.length > 0,
    hasNewer,
    below: below(held, hasNewer, messages),
  };
}

/** Lets go of the end that is farther from where one reads, once more is held than one scrolls back through. */
export function trimHeld(held: HeldMessages, seqInSight: number, most = MOST_HELD): HeldMessages {
  const { messages } = held;
  if (messages.length <= most) return held;
  const kept = most * KEPT_ON_TRIM;
  const at = messages.findIndex(({ seq }) => seq >= seqInSight);
  if (at < 0 || at >= messages.length / 2) {
    return { ...held, messages: messages.slice(-kept), hasOlder: true };
  }
  return {
    ...held,
    messages: messages.slice(0, kept),
    hasNewer: true,
    below: [...messages.slice(kept).map(toHeard), ...held.below].slice(-most),
  };
}

const toHeard = ({ uuid, seq, senderId }: Message): Heard => ({ uuid, seq, senderId });

/** A chat that is left keeps its newest pages alone, if it has them; it is opened at its newest end. */
export function heldOnLeaving(held: HeldMessages): HeldMessages | undefined {
  if (held.hasNewer) return undefined;
  if (held.messages.length <= KEPT_ON_LEAVING) return held;
  return { ...held, messages: held.messages.slice(-KEPT_ON_LEAVING), hasOlder: true };
}

import { limits } from '@chat/contract/checks';
import {
  applyDeletion,
  applyEdit,
  applyMessage,
  applyPage,
  applyRange,
  type MessageRange,
} from '@chat/contract/message-changes';
import type { Message } from '@chat/contract/messages';

/** The data by which an announced but unloaded message is counted. */
export type UnloadedMessage = Pick<Message, 'uuid' | 'seq' | 'senderId'>;

/**
 * The loaded messages of one chat: a range without holes, ascending by `seq`, mostly its newest end, elsewhere after a
 * jump. Every change here is pure and leaves no hole, whatever comes late, twice or after the reader went elsewhere.
 */
export interface MessageWindow {
  messages: Message[];
  /** Until a page is empty (rules/messages 22). */
  hasOlder: boolean;
  /** The range ends before the chat does. */
  hasNewer: boolean;
  /** Messages newer than the end of the range: announced since, or dropped from here. */
  newerUnloaded: UnloadedMessage[];
}

const PAGE = limits.messagesPerPage;
const MAX_AFTER_LEAVING = 2 * PAGE;
/** A chat is scrolled through for as long as one likes; no more than this is loaded of it. */
export const MAX_LOADED = 1500;
/** A trim makes room for some pages, so that it is rare. */
const TRIM_SHARE = 0.8;

const lastSeq = (messages: readonly Message[]) => messages.at(-1)?.seq ?? 0;

/** A chat nobody has written into. */
export const emptyWindow: MessageWindow = {
  messages: [],
  hasOlder: false,
  hasNewer: false,
  newerUnloaded: [],
};

/** The newest page of a chat. */
export const newestWindow = (messages: Message[]): MessageWindow => ({
  ...emptyWindow,
  messages,
  hasOlder: messages.length > 0,
});

/** The page around a message; undefined when that message is no longer there. */
export function windowAround(page: Message[], messageId: string): MessageWindow | undefined {
  const at = page.findIndex(({ uuid }) => uuid === messageId);
  return at < 0 ? undefined : windowBothWays(page, at);
}

/** The page around a place in the chat, whether or not a message is there. */
export function windowAroundSeq(page: Message[], seq: number): MessageWindow {
  const at = page.findIndex((message) => message.seq >= seq);
  return windowBothWays(page, at < 0 ? page.length : at);
}

/** A page that was read half upwards, half downwards from one of its messages. */
function windowBothWays(messages: Message[], at: number): MessageWindow {
  const hasNewer = messages.length - at >= PAGE / 2;
  return { messages, hasOlder: true, hasNewer, newerUnloaded: [] };
}

/**
 * Adds `message`, or the answer to a send. A message that does not adjoin the range is counted, so that no hole
 * appears.
 */
export function applyArrival(loaded: MessageWindow, arrived: Message): MessageWindow {
  const { messages, hasOlder, hasNewer } = loaded;
  const isAbove = hasOlder && arrived.seq < (messages[0]?.seq ?? 0);
  if (isAbove) return loaded;
  if (!hasNewer || arrived.seq <= lastSeq(messages)) {
    return { ...loaded, messages: applyMessage(messages, arrived) };
  }
  const { uuid, seq, senderId } = arrived;
  const others = loaded.newerUnloaded.filter((one) => one.uuid !== uuid);
  return { ...loaded, newerUnloaded: [...others, { uuid, seq, senderId }].slice(-MAX_LOADED) };
}

/** `message:edited`, or the answer to an edit. */
export const applyEdited = (loaded: MessageWindow, edited: Message): MessageWindow => ({
  ...loaded,
  messages: applyEdit(loaded.messages, edited),
});

/** `message:deleted` */
export function applyRemoval(loaded: MessageWindow, deleted: { messageId: string }): MessageWindow {
  return {
    ...loaded,
    messages: applyDeletion(loaded.messages, deleted),
    newerUnloaded: loaded.newerUnloaded.filter(({ uuid }) => uuid !== deleted.messageId),
  };
}

/** The page before the oldest message loaded; dropped when another one is the oldest by now. */
export function applyOlderPage(
  loaded: MessageWindow,
  oldestId: string,
  page: Message[],
): MessageWindow {
  if (loaded.messages[0]?.uuid !== oldestId) return loaded;
  return { ...loaded, messages: applyPage(loaded.messages, page), hasOlder: page.length > 0 };
}

/** The page after the newest message loaded; dropped when another one is the newest by now. */
export function applyNewerPage(
  loaded: MessageWindow,
  newestId: string,
  page: Message[],
): MessageWindow {
  if (!loaded.hasNewer || loaded.messages.at(-1)?.uuid !== newestId) return loaded;
  const messages = applyPage(loaded.messages, page);
  const hasNewer = page.length === PAGE;
  return {
    ...loaded,
    messages,
    hasNewer,
    newerUnloaded: unloadedAfter(loaded, hasNewer, messages),
  };
}

const unloadedAfter = (loaded: MessageWindow, hasNewer: boolean, messages: Message[]) =>
  hasNewer ? loaded.newerUnloaded.filter(({ seq }) => seq > lastSeq(messages)) : [];

/** A page of what a gap in the live events left out, after the last message before the gap. */
export function applyMissedPage(
  loaded: MessageWindow,
  lastReceived: number,
  page: Message[],
): MessageWindow {
  const isElsewhere = loaded.hasNewer || (loaded.messages[0]?.seq ?? 0) > lastReceived + 1;
  return isElsewhere ? loaded : { ...loaded, messages: applyPage(loaded.messages, page) };
}

/** A part of the chat without holes. */
export interface ResyncedRange extends MessageRange {
  /** The range reaches down to the newest message. */
  isToEnd: boolean;
}

/** The window, fetched anew after an absence; what is newer than its end is dropped. */
export function applyResync(loaded: MessageWindow, range: ResyncedRange): MessageWindow {
  const messages = applyRange(loaded.messages, range);
  const isJoined = messages.length > range.messages.length;
  const hasNewer = !range.isToEnd;
  return {
    messages,
    hasOlder: isJoined ? loaded.hasOlder : messages.length > 0,
    hasNewer,
    newerUnloaded: unloadedAfter(loaded, hasNewer, messages),
  };
}

/** Drops the end that is farther from the reader, once more is loaded than anybody scrolls back through. */
export function trimWindow(
  loaded: MessageWindow,
  seqInSight: number,
  max = MAX_LOADED,
): MessageWindow {
  const { messages } = loaded;
  if (messages.length <= max) return loaded;
  const size = max * TRIM_SHARE;
  const at = messages.findIndex(({ seq }) => seq >= seqInSight);
  if (at < 0 || at >= messages.length / 2) {
    return { ...loaded, messages: messages.slice(-size), hasOlder: true };
  }
  return {
    ...loaded,
    messages: messages.slice(0, size),
    hasNewer: true,
    newerUnloaded: [...messages.slice(size).map(toUnloaded), ...loaded.newerUnloaded].slice(-max),
  };
}

const toUnloaded = ({ uuid, seq, senderId }: Message): UnloadedMessage => ({ uuid, seq, senderId });

/** A chat that is left keeps only its newest pages, if they are loaded, because it opens at its newest end. */
export function windowAfterLeaving(loaded: MessageWindow): MessageWindow | undefined {
  if (loaded.hasNewer) return undefined;
  if (loaded.messages.length <= MAX_AFTER_LEAVING) return loaded;
  return { ...loaded, messages: loaded.messages.slice(-MAX_AFTER_LEAVING), hasOlder: true };
}

import { limits } from '@chat/contract/checks';
import { listMessages, type Message } from '@chat/contract/messages';
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { useCallback, useLayoutEffect } from 'react';
import { create } from 'zustand';
import { isAbsent } from '../../../shared/api-error.ts';
import { callApi } from '../../../shared/call-api.ts';
import { changeLive, readLive } from '../../../shared/query-client.ts';
import {
  applyResync,
  emptyWindow,
  type MessageWindow,
  type ResyncedRange,
  windowAfterLeaving,
} from './message-window.ts';

const PAGE = limits.messagesPerPage;
// An absence is read again page by page; beyond this much the older rest is fetched on scrolling.
const MAX_RESYNC_PAGES = 40;
/** Above this number of missed messages, the shown range is read again instead of everything down to it. */
const FAR_BEHIND = 1000;

export const MESSAGES = 'messages';
export const messagesKey = (chatId: string) => [MESSAGES, chatId] as const;

/** Kept fresh by events alone; an absence invalidates it, and then all that was loaded is read again. */
export const messagesQuery = (chatId: string) =>
  queryOptions({
    queryKey: messagesKey(chatId),
    queryFn: ({ client, signal }) =>
      readIntoWindow(
        client,
        chatId,
        () => resync(chatId, cachedWindow(client, chatId) ?? emptyWindow, signal),
        (range, loaded) => applyResync(loaded, range),
      ),
    staleTime: Number.POSITIVE_INFINITY,
    // Messages that did not change are the same objects already; comparing them place by place would copy them.
    structuralSharing: false,
  });

export const cachedWindow = (queryClient: QueryClient, chatId: string) =>
  queryClient.getQueryData<MessageWindow>(messagesKey(chatId));

export function changeWindow(
  queryClient: QueryClient,
  chatId: string,
  change: (loaded: MessageWindow) => MessageWindow,
): void {
  changeLive(queryClient, messagesKey(chatId), change);
}

export function changeMessages(
  queryClient: QueryClient,
  chatId: string,
  change: (messages: Message[]) => Message[],
): void {
  changeWindow(queryClient, chatId, (loaded) => ({ ...loaded, messages: change(loaded.messages) }));
}

/** Fetches, and merges the answer into what is loaded by then, with all events that came meanwhile. */
export function readIntoWindow<Raw>(
  queryClient: QueryClient,
  chatId: string,
  read: () => Promise<Raw>,
  merge: (raw: Raw, loaded: MessageWindow) => MessageWindow,
): Promise<MessageWindow> {
  const mergeNow = (raw: Raw) => merge(raw, cachedWindow(queryClient, chatId) ?? emptyWindow);
  return readLive(messagesKey(chatId), read, mergeNow);
}

type Cursor =
  | { before: string }
  | { after: string }
  | { around: string }
  | { aroundSeq: number }
  | Record<string, never>;

export async function fetchPage(
  chatId: string,
  cursor: Cursor,
  signal?: AbortSignal,
): Promise<Message[]> {
  const call = { params: { chatId }, query: cursor };
  return (await callApi(listMessages, signal ? { ...call, signal } : call)).content;
}

/** The page above a message; when that has been removed by age, so has all above it. */
export const fetchOlder = (chatId: string, before: string): Promise<Message[]> =>
  fetchPage(chatId, { before }).catch((error: unknown) => {
    if (isAbsent(error)) return [];
    throw error;
  });

/** Reads the loaded range again; only the newest page when retention has removed the place that one reads. */
async function resync(
  chatId: string,
  loaded: MessageWindow,
  signal: AbortSignal,
): Promise<ResyncedRange> {
  try {
    return await resyncWindow(chatId, loaded, signal);
  } catch (error) {
    if (!isAbsent(error)) throw error;
    return resyncWindow(chatId, emptyWindow, signal);
  }
}

async function resyncWindow(
  chatId: string,
  { messages, hasNewer }: MessageWindow,
  signal: AbortSignal,
): Promise<ResyncedRange> {
  const [oldest, newest] = [messages[0], messages.at(-1)];
  if (hasNewer && oldest && newest) return rangeAround(chatId, oldest.seq, newest, signal);
  const page = await fetchPage(chatId, {}, signal);
  if (!oldest || !newest) return rangeUpTo(chatId, page, Number.POSITIVE_INFINITY, signal);
  const isFarBehind = (page[0]?.seq ?? 0) - newest.seq > FAR_BEHIND;
  if (isFarBehind) return rangeAround(chatId, oldest.seq, newest, signal);
  return rangeUpTo(chatId, page, oldest.seq, signal);
}

/** From a message loaded, deleted or not, up to the oldest loaded. */
async function rangeAround(
  chatId: string,
  upTo: number,
  { uuid, seq }: Message,
  signal: AbortSignal,
): Promise<ResyncedRange> {
  const page = await fetchPage(chatId, { around: uuid }, signal);
  const isToEnd = page.filter((message) => message.seq > seq).length < PAGE / 2 - 1;
  const range = await rangeUpTo(chatId, page, upTo, signal);
  return { ...range, isToEnd };
}

async function rangeUpTo(
  chatId: string,
  newest: Message[],
  upTo: number,
  signal: AbortSignal,
): Promise<ResyncedRange> {
  let page = newest;
  let messages = page;
  for (let pages = 1; pages < MAX_RESYNC_PAGES && page.length > 0; pages += 1) {
    const [oldest] = messages;
    if (!oldest || oldest.seq <= upTo || upTo === Number.POSITIVE_INFINITY) break;
    page = await fetchPage(chatId, { before: oldest.uuid }, signal);
    messages = [...page, ...messages];
  }
  return { messages, isWhole: page.length === 0, isToEnd: true };
}

/** Lets go of most of a chat that is left. */
export function leaveMessages(queryClient: QueryClient, chatId: string): void {
  const loaded = cachedWindow(queryClient, chatId);
  const left = loaded && windowAfterLeaving(loaded);
  if (left) queryClient.setQueryData(messagesKey(chatId), left);
  else queryClient.removeQueries({ queryKey: messagesKey(chatId), exact: true });
}

/** The current state of a message in the open chat; undefined once it is gone. */
export function useMessage(chatId: string, messageId: string): Message | undefined {
  const select = useCallback(
    ({ messages }: MessageWindow) => messages.find(({ uuid }) => uuid === messageId),
    [messageId],
  );
  return useQuery({ ...messagesQuery(chatId), select, enabled: false }).data;
}

/** Whether the message has gone from its open chat; a deletion during an absence shows only in what is read afterwards. */
export function useIsDeleted(message: Message | null): boolean {
  const { data } = useQuery({
    ...messagesQuery(message?.chatUuid ?? ''),
    // As long as there is no message, going to another chat changes nothing here.
    enabled: message !== null,
    select: (loaded) => message !== null && isMissing(loaded, message),
  });
  return data ?? false;
}

function isMissing({ messages }: MessageWindow, { uuid, seq }: Message): boolean {
  const [oldest, newest] = [messages[0], messages.at(-1)];
  if (!oldest || !newest || seq < oldest.seq || seq > newest.seq) return false;
  return !messages.some((message) => message.uuid === uuid);
}

const none: readonly Message[] = [];

/** The messages of the chat on screen: none while they are read, or after the chat is left. */
export const useShownMessages = create<{ messages: readonly Message[] }>(() => ({
  messages: none,
}));

const show = (messages: readonly Message[]) => useShownMessages.setState({ messages });

/** For what must end with them: a recording that plays (rules/voice 14). */
export function useNoteShown(messages = none): void {
  useLayoutEffect(() => show(messages), [messages]);
  useLayoutEffect(() => () => show(none), []);
}

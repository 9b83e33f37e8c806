import { listMessages } from '@chat/contract/messages/messages.routes';
import type { Message } from '@chat/contract/messages/messages.schema';
import { limits } from '@chat/contract/shared/limits';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { isAbsent } from '../../../../shared/api-error.ts';
import { callApi } from '../../../../shared/call-api.ts';
import { changeLive, readLive } from '../../../../shared/live-query.ts';
import {
  applyReadAgain,
  type HeldMessages,
  heldOnLeaving,
  nothingHeld,
  type ReadAgain,
} from '../message-window.ts';

const PAGE = limits.messagesPerPage;
// An absence is read again page by page; beyond this much the older rest is fetched on scrolling.
const REREAD_PAGES = 40;
/** More than this was missed: what is shown is read again where it stands, not from the newest message down to it. */
const FAR_BELOW = 1000;

export const MESSAGES = 'messages';
export const messagesKey = (chatId: string) => [MESSAGES, chatId] as const;

/** Kept fresh by events alone; an absence invalidates it, and then all that was held is read again. */
export const messagesQuery = (chatId: string) =>
  queryOptions({
    queryKey: messagesKey(chatId),
    queryFn: ({ client, signal }) =>
      readHeld(
        client,
        chatId,
        () => readAgain(chatId, heldMessages(client, chatId) ?? nothingHeld, signal),
        (stretch, held) => applyReadAgain(held, stretch),
      ),
    staleTime: Number.POSITIVE_INFINITY,
    // Messages that did not change are the same objects already; comparing them place by place would copy them.
    structuralSharing: false,
  });

export const heldMessages = (queryClient: QueryClient, chatId: string) =>
  queryClient.getQueryData<HeldMessages>(messagesKey(chatId));

export function changeHeld(
  queryClient: QueryClient,
  chatId: string,
  change: (held: HeldMessages) => HeldMessages,
): void {
  changeLive(queryClient, messagesKey(chatId), change);
}

export function changeMessages(
  queryClient: QueryClient,
  chatId: string,
  change: (messages: Message[]) => Message[],
): void {
  changeHeld(queryClient, chatId, (held) => ({ ...held, messages: change(held.messages) }));
}

/** Reads from the server and puts the answer to what is held by then, together with all that was heard meanwhile. */
export function readHeld<Raw>(
  queryClient: QueryClient,
  chatId: string,
  read: () => Promise<Raw>,
  merge: (raw: Raw, held: HeldMessages) => HeldMessages,
): Promise<HeldMessages> {
  const mergeNow = (raw: Raw) => merge(raw, heldMessages(queryClient, chatId) ?? nothingHeld);
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

/** What is held, as it stands now; its newest page alone when the place one reads has been removed by age. */
async function readAgain(
  chatId: string,
  held: HeldMessages,
  signal: AbortSignal,
): Promise<ReadAgain> {
  try {
    return await readHeldAgain(chatId, held, signal);
  } catch (error) {
    if (!isAbsent(error)) throw error;
    return readHeldAgain(chatId, nothingHeld, signal);
  }
}

async function readHeldAgain(
  chatId: string,
  { messages, hasNewer }: HeldMessages,
  signal: AbortSignal,
): Promise<ReadAgain> {
  const [oldest, newest] = [messages[0], messages.at(-1)];
  if (hasNewer && oldest && newest) return stretchAround(chatId, oldest.seq, newest, signal);
  const page = await fetchPage(chatId, {}, signal);
  if (!oldest || !newest) return stretchUp(chatId, page, Number.POSITIVE_INFINITY, signal);
  const isFarBelow = (page[0]?.seq ?? 0) - newest.seq > FAR_BELOW;
  if (isFarBelow) return stretchAround(chatId, oldest.seq, newest, signal);
  return stretchUp(chatId, page, oldest.seq, signal);
}

/** From a message held, deleted or not, up to the oldest held. */
async function stretchAround(
  chatId: string,
  upTo: number,
  { uuid, seq }: Message,
  signal: AbortSignal,
): Promise<ReadAgain> {
  const page = await fetchPage(chatId, { around: uuid }, signal);
  const isToEnd = page.filter((message) => message.seq > seq).length < PAGE / 2 - 1;
  const stretch = await stretchUp(chatId, page, upTo, signal);
  return { ...stretch, isToEnd };
}

async function stretchUp(
  chatId: string,
  newest: Message[],
  upTo: number,
  signal: AbortSignal,
): Promise<ReadAgain> {
  let page = newest;
  let messages = page;
  for (let pages = 1; pages < REREAD_PAGES && page.length > 0; pages += 1) {
    const [oldest] = messages;
    if (!oldest || oldest.seq <= upTo || upTo === Number.POSITIVE_INFINITY) break;
    page = await fetchPage(chatId, { before: oldest.uuid }, signal);
    messages = [...page, ...messages];
  }
  return { messages, isWhole: page.length === 0, isToEnd: true };
}

/** Lets go of most of a chat that is left. */
export function leaveMessages(queryClient: QueryClient, chatId: string): void {
  const held = heldMessages(queryClient, chatId);
  const left = held && heldOnLeaving(held);
  if (left) queryClient.setQueryData(messagesKey(chatId), left);
  else queryClient.removeQueries({ queryKey: messagesKey(chatId), exact: true });
}

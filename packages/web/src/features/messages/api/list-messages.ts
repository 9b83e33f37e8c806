import { applyPage, applyStretch, type Stretch } from '@chat/contract/messages/messages.apply';
import { listMessages } from '@chat/contract/messages/messages.routes';
import type { Message } from '@chat/contract/messages/messages.schema';
import { limits } from '@chat/contract/shared/limits';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { callApi } from '../../../shared/call-api.ts';
import { changeLive, readLive } from '../../../shared/live-query.ts';

/** The newest end of a chat as far up as it has been read; it never has holes. */
export interface HeldMessages {
  messages: Message[];
  /** Until a page is empty (product §9). */
  hasOlder: boolean;
}

const PAGE = limits.messagesPerPage;
// An absence is read again page by page; beyond this much the older rest is fetched on scrolling.
const REREAD_PAGES = 40;

export const MESSAGES = 'messages';
export const messagesKey = (chatId: string) => [MESSAGES, chatId] as const;

/** Kept fresh by events alone; an absence invalidates it, and then all that was held is read again. */
export const messagesQuery = (chatId: string) =>
  queryOptions({
    queryKey: messagesKey(chatId),
    queryFn: ({ client, signal }) => readMessages(client, chatId, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });

export const heldMessages = (queryClient: QueryClient, chatId: string) =>
  queryClient.getQueryData<HeldMessages>(messagesKey(chatId));

export function changeMessages(
  queryClient: QueryClient,
  chatId: string,
  change: (messages: Message[]) => Message[],
): void {
  changeLive<HeldMessages>(queryClient, messagesKey(chatId), (held) => ({
    ...held,
    messages: change(held.messages),
  }));
}

type Cursor = { before: string } | { after: string } | Record<string, never>;

async function fetchPage(chatId: string, cursor: Cursor, signal?: AbortSignal): Promise<Message[]> {
  const call = { params: { chatId }, query: cursor };
  return (await callApi(listMessages, signal ? { ...call, signal } : call)).content;
}

function readMessages(queryClient: QueryClient, chatId: string, signal: AbortSignal) {
  const downTo = heldMessages(queryClient, chatId)?.messages[0]?.seq ?? Number.POSITIVE_INFINITY;
  return readLive(
    messagesKey(chatId),
    () => fetchStretch(chatId, downTo, signal),
    (stretch): HeldMessages => {
      const held = heldMessages(queryClient, chatId);
      const messages = applyStretch(held?.messages ?? [], stretch);
      const isJoined = held !== undefined && messages.length > stretch.messages.length;
      return { messages, hasOlder: isJoined ? held.hasOlder : messages.length > 0 };
    },
  );
}

async function fetchStretch(chatId: string, downTo: number, signal: AbortSignal): Promise<Stretch> {
  let page = await fetchPage(chatId, {}, signal);
  let messages = page;
  for (let pages = 1; pages < REREAD_PAGES && page.length === PAGE; pages += 1) {
    const [oldest] = messages;
    if (!oldest || oldest.seq <= downTo || downTo === Number.POSITIVE_INFINITY) break;
    page = await fetchPage(chatId, { before: oldest.uuid }, signal);
    messages = [...page, ...messages];
  }
  return { messages, isWhole: page.length < PAGE };
}

/** The next older page, put above what is held. */
export async function loadOlderMessages(queryClient: QueryClient, chatId: string): Promise<void> {
  const held = heldMessages(queryClient, chatId);
  const oldest = held?.messages[0];
  if (!held?.hasOlder || !oldest) return;
  const key = messagesKey(chatId);
  const grown = await readLive(
    key,
    () => fetchPage(chatId, { before: oldest.uuid }),
    (page): HeldMessages | undefined => {
      const now = heldMessages(queryClient, chatId);
      // A re-read may have let go of what this page should meet.
      if (now?.messages[0]?.uuid !== oldest.uuid) return now;
      return { messages: applyPage(now.messages, page), hasOlder: page.length > 0 };
    },
  );
  queryClient.setQueryData(key, grown);
}

/** Reads what a gap in the live events left out; when even that fails, the whole stretch is read again. */
export async function loadMissedMessages(
  queryClient: QueryClient,
  chatId: string,
  lastHeard: string | undefined,
): Promise<void> {
  try {
    let after = lastHeard;
    for (let isMore = true; isMore; ) {
      const cursor: Cursor = after ? { after } : {};
      const { page, messages: known } = await readLive(
        messagesKey(chatId),
        () => fetchPage(chatId, cursor),
        (page) => ({ page, messages: page }),
      );
      changeMessages(queryClient, chatId, (messages) => applyPage(messages, known));
      after = page.at(-1)?.uuid ?? after;
      isMore = page.length === PAGE;
    }
  } catch {
    void queryClient.invalidateQueries({ queryKey: messagesKey(chatId) });
  }
}

/** A chat that is left keeps its newest pages alone, however far up it was read. */
export function trimMessages(queryClient: QueryClient, chatId: string): void {
  queryClient.setQueryData<HeldMessages>(messagesKey(chatId), (held) =>
    held && held.messages.length > 2 * PAGE
      ? { messages: held.messages.slice(-2 * PAGE), hasOlder: true }
      : held,
  );
}

import { limits } from '@chat/contract/checks';
import type { Message } from '@chat/contract/messages';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import {
  cachedWindow,
  fetchOlder,
  fetchPage,
  messagesKey,
  readIntoWindow,
} from './list-messages.ts';
import {
  applyMissedPage,
  applyNewerPage,
  applyOlderPage,
  type MessageWindow,
  newestWindow,
  trimWindow,
  windowAround,
  windowAroundSeq,
} from './message-window.ts';

const PAGE = limits.messagesPerPage;

/** The next older page, put above what is loaded. */
export async function loadOlderMessages(queryClient: QueryClient, chatId: string): Promise<void> {
  const loaded = cachedWindow(queryClient, chatId);
  const oldest = loaded?.messages[0]?.uuid;
  if (!loaded?.hasOlder || !oldest) return;
  const grown = await readIntoWindow(
    queryClient,
    chatId,
    () => fetchOlder(chatId, oldest),
    (page, now) => applyOlderPage(now, oldest, page),
  );
  storeWindow(queryClient, chatId, grown);
}

/** The next newer page, put below what is loaded, until it meets the newest message. */
export async function loadNewerMessages(queryClient: QueryClient, chatId: string): Promise<void> {
  const loaded = cachedWindow(queryClient, chatId);
  const newest = loaded?.messages.at(-1)?.uuid;
  if (!loaded?.hasNewer || !newest) return;
  const grown = await readIntoWindow(
    queryClient,
    chatId,
    () => fetchPage(chatId, { after: newest }),
    (page, now) => applyNewerPage(now, newest, page),
  );
  storeWindow(queryClient, chatId, grown);
}

/** Loads the newest page in place of what is loaded. */
export async function loadNewestMessages(queryClient: QueryClient, chatId: string): Promise<void> {
  const newest = await readIntoWindow(
    queryClient,
    chatId,
    () => fetchPage(chatId, {}),
    newestWindow,
  );
  replaceWindow(queryClient, chatId, newest);
}

/** Loads the page around a message in place of what is loaded; false when that message is gone. */
export async function loadMessagesAround(
  queryClient: QueryClient,
  chatId: string,
  messageId: string,
): Promise<boolean> {
  const around = await readIntoWindow(
    queryClient,
    chatId,
    () => fetchPage(chatId, { around: messageId }),
    (page, now) => windowAround(page, messageId) ?? now,
  );
  if (!around.messages.some(({ uuid }) => uuid === messageId)) return false;
  replaceWindow(queryClient, chatId, around);
  return true;
}

/** Loads the page around a place in the chat in place of what is loaded. */
export async function loadMessagesAroundSeq(
  queryClient: QueryClient,
  chatId: string,
  seq: number,
): Promise<void> {
  const around = await readIntoWindow(
    queryClient,
    chatId,
    () => fetchPage(chatId, { aroundSeq: seq }),
    (page) => windowAroundSeq(page, seq),
  );
  replaceWindow(queryClient, chatId, around);
}

/** Reads what a gap in the live events left out; when even that fails, all that is loaded is read again. */
export async function loadMissedMessages(queryClient: QueryClient, chatId: string): Promise<void> {
  let last = cachedWindow(queryClient, chatId)?.messages.at(-1);
  try {
    for (let isMore = true; isMore; ) {
      const page = await loadMissedPage(queryClient, chatId, last);
      isMore = page.length === PAGE;
      last = page.at(-1);
    }
  } catch {
    void queryClient.invalidateQueries({ queryKey: messagesKey(chatId) });
  }
}

async function loadMissedPage(
  queryClient: QueryClient,
  chatId: string,
  last: Message | undefined,
): Promise<Message[]> {
  let page: Message[] = [];
  const grown = await readIntoWindow(
    queryClient,
    chatId,
    async () => {
      page = await fetchPage(chatId, last ? { after: last.uuid } : {});
    },
    (_, now) => applyMissedPage(now, last?.seq ?? 0, page),
  );
  storeWindow(queryClient, chatId, grown);
  return page;
}

/** Limits what is loaded, however far one scrolls or however much comes. */
export function trimMessages(queryClient: QueryClient, chatId: string, seqInSight: number): void {
  const loaded = cachedWindow(queryClient, chatId);
  if (loaded) storeWindow(queryClient, chatId, trimWindow(loaded, seqInSight));
}

/** A chat whose cache was cleared meanwhile, as by a logout, stays so. */
function storeWindow(queryClient: QueryClient, chatId: string, loaded: MessageWindow): void {
  queryClient.setQueryData<MessageWindow>(messagesKey(chatId), (now) => now && loaded);
}

function replaceWindow(queryClient: QueryClient, chatId: string, loaded: MessageWindow): void {
  const queryKey = messagesKey(chatId);
  // A re-read under way would put back the range that is left; it begins anew with this one.
  const isBeingRead = queryClient.isFetching({ queryKey, exact: true }) > 0;
  void queryClient.cancelQueries({ queryKey, exact: true }, { revert: false });
  storeWindow(queryClient, chatId, loaded);
  if (isBeingRead) void queryClient.invalidateQueries({ queryKey, exact: true });
}

export interface Pages {
  load: () => void;
  isLoading: boolean;
  hasFailed: boolean;
}

/** The next older page, one at a time. */
export const useOlderMessages = (chatId: string | null) => usePages(chatId, loadOlderMessages);

/** The next newer page of a chat that is shown away from its end. */
export const useNewerMessages = (chatId: string | null) => usePages(chatId, loadNewerMessages);

function usePages(
  chatId: string | null,
  loadPage: (queryClient: QueryClient, chatId: string) => Promise<void>,
): Pages {
  const queryClient = useQueryClient();
  const { mutate, isPending, isError } = useMutation({
    mutationFn: async () => {
      if (chatId) await loadPage(queryClient, chatId);
    },
  });
  const load = useCallback(() => mutate(), [mutate]);
  return { load, isLoading: isPending, hasFailed: isError };
}

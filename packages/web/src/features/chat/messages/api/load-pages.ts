import type { Message } from '@chat/contract/messages/messages.schema';
import { limits } from '@chat/contract/shared/limits';
import type { QueryClient } from '@tanstack/react-query';
import {
  applyMissedPage,
  applyNewerPage,
  applyOlderPage,
  type HeldMessages,
  heldAround,
  heldAroundSeq,
  newestHeld,
  trimHeld,
} from '../message-window.ts';
import { fetchOlder, fetchPage, heldMessages, messagesKey, readHeld } from './list-messages.ts';

const PAGE = limits.messagesPerPage;

/** The next older page, put above what is held. */
export async function loadOlderMessages(queryClient: QueryClient, chatId: string): Promise<void> {
  const held = heldMessages(queryClient, chatId);
  const oldest = held?.messages[0]?.uuid;
  if (!held?.hasOlder || !oldest) return;
  const grown = await readHeld(
    queryClient,
    chatId,
    () => fetchOlder(chatId, oldest),
    (page, now) => applyOlderPage(now, oldest, page),
  );
  hold(queryClient, chatId, grown);
}

/** The next newer page, put below what is held, until it meets the newest message. */
export async function loadNewerMessages(queryClient: QueryClient, chatId: string): Promise<void> {
  const held = heldMessages(queryClient, chatId);
  const newest = held?.messages.at(-1)?.uuid;
  if (!held?.hasNewer || !newest) return;
  const grown = await readHeld(
    queryClient,
    chatId,
    () => fetchPage(chatId, { after: newest }),
    (page, now) => applyNewerPage(now, newest, page),
  );
  hold(queryClient, chatId, grown);
}

/** Holds the newest page in place of what is held. */
export async function loadNewestMessages(queryClient: QueryClient, chatId: string): Promise<void> {
  const newest = await readHeld(queryClient, chatId, () => fetchPage(chatId, {}), newestHeld);
  replace(queryClient, chatId, newest);
}

/** Holds the page around a message in place of what is held; false when that message is gone. */
export async function loadMessagesAround(
  queryClient: QueryClient,
  chatId: string,
  messageId: string,
): Promise<boolean> {
  const around = await readHeld(
    queryClient,
    chatId,
    () => fetchPage(chatId, { around: messageId }),
    (page, now) => heldAround(page, messageId) ?? now,
  );
  if (!around.messages.some(({ uuid }) => uuid === messageId)) return false;
  replace(queryClient, chatId, around);
  return true;
}

/** Holds the page around a place in the chat in place of what is held. */
export async function loadMessagesAroundSeq(
  queryClient: QueryClient,
  chatId: string,
  seq: number,
): Promise<void> {
  const around = await readHeld(
    queryClient,
    chatId,
    () => fetchPage(chatId, { aroundSeq: seq }),
    (page) => heldAroundSeq(page, seq),
  );
  replace(queryClient, chatId, around);
}

/** Reads what a gap in the live events left out; when even that fails, all that is held is read again. */
export async function loadMissedMessages(queryClient: QueryClient, chatId: string): Promise<void> {
  let last = heldMessages(queryClient, chatId)?.messages.at(-1);
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
  const grown = await readHeld(
    queryClient,
    chatId,
    async () => {
      page = await fetchPage(chatId, last ? { after: last.uuid } : {});
    },
    (_, now) => applyMissedPage(now, last?.seq ?? 0, page),
  );
  hold(queryClient, chatId, grown);
  return page;
}

/** Holds no more than is good, however far one scrolls or however much comes. */
export function trimMessages(queryClient: QueryClient, chatId: string, seqInSight: number): void {
  const held = heldMessages(queryClient, chatId);
  if (held) hold(queryClient, chatId, trimHeld(held, seqInSight));
}

/** A chat whose cache was cleared meanwhile, as by a logout, stays so. */
function hold(queryClient: QueryClient, chatId: string, held: HeldMessages): void {
  queryClient.setQueryData<HeldMessages>(messagesKey(chatId), (now) => now && held);
}

function replace(queryClient: QueryClient, chatId: string, held: HeldMessages): void {
  const queryKey = messagesKey(chatId);
  // A re-read under way would put back the stretch that is left; it begins anew with this one.
  const isBeingRead = queryClient.isFetching({ queryKey, exact: true }) > 0;
  void queryClient.cancelQueries({ queryKey, exact: true }, { revert: false });
  hold(queryClient, chatId, held);
  if (isBeingRead) void queryClient.invalidateQueries({ queryKey, exact: true });
}

import {
  type Chat,
  closeSupervision,
  getChat,
  listChats,
  openSupervision,
} from '@chat/contract/chats';
import {
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { errorMessage, isAbsent } from '../../shared/api-error.ts';
import { callApi } from '../../shared/call-api.ts';
import { serverNow } from '../../shared/server-clock.ts';
import { useSession } from '../../shared/session.ts';
import { onRegistered, socket } from '../../shared/socket.ts';
import { useSingleMutation } from '../../shared/toast/mutations.ts';
import { notify } from '../../shared/toast/notify.ts';
import { monitoringTexts as texts } from './monitoring.texts.ts';
import { MONITORED_CHAT, MONITORED_CHATS, refetchMonitoredChats } from './watched-chats.ts';

// Only the chat being watched is live; the others are refetched now and then.
const REFETCH_INTERVAL_MS = 30_000;

/** Group and direct chats that have a message, newest first, page by page. */
export const useMonitoredChats = (search: string, isOn = true) =>
  useInfiniteQuery({
    enabled: isOn,
    queryKey: [MONITORED_CHATS, search],
    queryFn: ({ pageParam, signal }) =>
      callApi(listChats, { query: { search, page: String(pageParam) }, signal }),
    initialPageParam: 1,
    getNextPageParam: ({ pagination }) =>
      pagination && pagination.page < pagination.totalPages ? pagination.page + 1 : undefined,
    select: ({ pages }) => eachOnce(pages.flatMap(({ content }) => content)),
    placeholderData: keepPreviousData,
    refetchInterval: REFETCH_INTERVAL_MS,
  });

// A chat that moves up while pages are being read stands in two of them.
const eachOnce = (chats: Chat[]) => [...new Map(chats.map((chat) => [chat.uuid, chat])).values()];

const monitoredChatQuery = (chatId: string) =>
  queryOptions({
    queryKey: [MONITORED_CHAT, chatId],
    queryFn: async ({ signal }) => (await callApi(getChat, { params: { chatId }, signal })).content,
  });

/** A chat that something other than the list opens. */
export const fetchMonitoredChat = (queryClient: QueryClient, chatId: string): Promise<Chat> =>
  queryClient.fetchQuery(monitoredChatQuery(chatId));

/** Shows the chat from now on as it is given. */
export function setMonitoredChat(queryClient: QueryClient, chat: Chat): void {
  queryClient.setQueryData(monitoredChatQuery(chat.uuid).queryKey, chat);
}

/** The chat chosen in the list, as it stands now; null once it went with its group. */
function useMonitoredChat(chosen: Chat | null): Chat | null {
  const supervision = useSupervision();
  const query = useQuery({
    ...monitoredChatQuery(chosen?.uuid ?? ''),
    enabled: chosen !== null,
    // The list has just given it: it is fetched when its group changes, and where its reason may have ended since.
    ...(chosen && { initialData: chosen }),
    staleTime: supervision === 'reason' ? 0 : Number.POSITIVE_INFINITY,
  });
  return isAbsent(query.error) ? null : (query.data ?? chosen);
}

/**
 * Gives an administrator the events of a chat they are no member of, again after each reconnection
 * (rules/monitoring 6).
 */
export function useWatch(chatId: string): void {
  useEffect(() => {
    const watch = () => socket.emit('watch', { chatId });
    if (socket.connected) watch();
    const stopListening = onRegistered(watch);
    return () => {
      stopListening();
      if (socket.connected) socket.emit('unwatch', { chatId });
    };
  }, [chatId]);
}

/** How this administrator may read conversations of others. */
export const useSupervision = () =>
  useSession(({ user }) => (user?.supervisor === false ? 'off' : (user?.supervision ?? 'on')));

/** The chat may be read now. */
const isOpen = ({ supervision }: Chat): boolean =>
  supervision !== null && Date.parse(supervision.expiresAt) > serverNow();

/** Returns the chat as it stands with the reason. */
export function useOpenSupervision() {
  const client = useQueryClient();
  return useSingleMutation({
    mutationFn: async ({ chat, reason }: { chat: Chat; reason: string }): Promise<Chat> => {
      const params = { chatId: chat.uuid };
      const { content } = await callApi(openSupervision, { params, body: { reason } });
      const { expiresAt } = content;
      return { ...chat, supervision: { reason: content.reason, expiresAt } };
    },
    onSuccess(chat) {
      setMonitoredChat(client, chat);
      refetchMonitoredChats(client);
    },
    onError: (error) => notify(errorMessage(error, texts.openFailed), 'error'),
  });
}

export function useCloseSupervision() {
  const client = useQueryClient();
  return useSingleMutation({
    mutationFn: ({ uuid: chatId }: Chat) => callApi(closeSupervision, { params: { chatId } }),
    onSuccess: () => refetchMonitoredChats(client),
    onError: (error) => notify(errorMessage(error, texts.closeFailed), 'error'),
  });
}

/** The conversation that is read; one that needs a reason is asked for first. */
export function useChosenChat(supervision: ReturnType<typeof useSupervision>) {
  const [chosen, open] = useState<Chat | null>(null);
  const [asking, setAsking] = useState<Chat | null>(null);
  const chat = useMonitoredChat(chosen);
  const queryClient = useQueryClient();
  const choose = useCallback(
    (one: Chat) => {
      if (supervision === 'reason' && !isOpen(one)) setAsking(one);
      else open(one);
    },
    [supervision],
  );
  const leave = useCallback(() => {
    open(null);
    refetchMonitoredChats(queryClient);
  }, [queryClient]);
  return { chat, asking, choose, open, leave, stopAsking: () => setAsking(null) };
}

// The server's clock is known to a second or so.
const LATE_MS = 1_000;

/** Calls back once the chat may not be read any more: its reason has run out or ended, or the right is taken. */
export function useSupervisionEnd(chat: Chat, onEnd: () => void): void {
  const { uuid, supervision } = chat;
  const expiresAt = supervision?.expiresAt;
  const hasEnded = useSupervision() === 'reason' && supervision === null;
  useEffect(() => {
    if (hasEnded) onEnd();
  }, [hasEnded, onEnd]);
  useEffect(() => {
    const end = ({ chatId }: { chatId: string }) => {
      if (chatId === uuid) onEnd();
    };
    socket.on('supervision:ended', end);
    const left = expiresAt === undefined ? undefined : Date.parse(expiresAt) - serverNow();
    const timer = left === undefined ? undefined : window.setTimeout(onEnd, left + LATE_MS);
    return () => {
      socket.off('supervision:ended', end);
      window.clearTimeout(timer);
    };
  }, [uuid, expiresAt, onEnd]);
}

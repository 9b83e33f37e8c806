import { getInformation, type Information, type MarkMoved } from '@chat/contract/information';
import { applyMove } from '@chat/contract/message-changes';
import type { Message } from '@chat/contract/messages';
import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { callApi } from '../../../shared/call-api.ts';
import { changeLive, readLive, resync } from '../../../shared/query-client.ts';
import { type ChatSocket, onRegistered, socket } from '../../../shared/socket.ts';

const informationKey = (messageId: string) => ['information', messageId] as const;

/** Read once for each look, since a reading may be recorded; `followInformation` keeps it true. */
const informationQuery = (messageId: string) =>
  queryOptions({
    queryKey: informationKey(messageId),
    queryFn: ({ signal }) =>
      readLive(
        informationKey(messageId),
        async () => (await callApi(getInformation, { params: { messageId }, signal })).content,
        (information): Information => information,
      ),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

interface Followed {
  socket: ChatSocket;
  queryClient: QueryClient;
  message: Message;
  /** Only the author receives each watermark; an administrator's page learns from ticks that some have advanced. */
  isAuthor: boolean;
}

/** Keeps the information of a message as a fresh fetch would have it, until what it gives is called. */
function followInformation({ socket, queryClient, message, isAuthor }: Followed) {
  const { uuid, chatUuid, seq } = message;
  const queryKey = informationKey(uuid);
  const read = () => resync(queryClient, { queryKey });
  const move = (moved: MarkMoved) => {
    if (moved.chatId !== chatUuid) return;
    changeLive<Information>(queryClient, queryKey, (now) => applyMove(now, seq, moved));
  };
  const tick = ({ chatId }: { chatId: string }) => {
    if (!isAuthor && chatId === chatUuid) read();
  };
  socket.on('message:info', move);
  socket.on('message:delivered', tick);
  socket.on('message:seen', tick);
  // People who join, leave, get blocked or unblocked enter or leave the list.
  socket.on('group:changed', read);
  socket.on('standing:changed', read);
  const stopListening = onRegistered(read);
  return () => {
    socket.off('message:info', move);
    socket.off('message:delivered', tick);
    socket.off('message:seen', tick);
    socket.off('group:changed', read);
    socket.off('standing:changed', read);
    stopListening();
  };
}

/** The people who have received and seen the message, live while the dialog is open. */
export function useInformation(message: Message, isAuthor: boolean) {
  const queryClient = useQueryClient();
  useEffect(
    () => followInformation({ socket, queryClient, message, isAuthor }),
    [queryClient, message, isAuthor],
  );
  return useQuery(informationQuery(message.uuid));
}

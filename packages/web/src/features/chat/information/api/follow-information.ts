import type { Information, MarkMoved } from '@chat/contract/information';
import { applyMove } from '@chat/contract/message-changes';
import type { Message } from '@chat/contract/messages';
import type { QueryClient } from '@tanstack/react-query';
import { changeLive } from '../../../../shared/live-query.ts';
import { resync } from '../../../../shared/resync.ts';
import { type ChatSocket, onRegistered } from '../../../../shared/socket.ts';
import { informationKey } from './get-information.ts';

interface Followed {
  socket: ChatSocket;
  queryClient: QueryClient;
  message: Message;
  /** Only the author hears of each mark; an administrator's page learns from ticks that some have moved. */
  isAuthor: boolean;
}

/** Keeps the information of a message as a fresh fetch would have it, until what it gives is called. */
export function followInformation({ socket, queryClient, message, isAuthor }: Followed) {
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
  // Who comes and goes, or is blocked and unblocked, is listed or no longer.
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

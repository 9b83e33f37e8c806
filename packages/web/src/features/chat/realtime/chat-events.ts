import { LatestEdits } from '@chat/contract/message-changes';
import { LatestReads, LatestReceipts } from '@chat/contract/receipts';
import type { QueryClient } from '@tanstack/react-query';
import type { ChatSocket } from '../../../shared/socket.ts';

/** What the chat's events work on: the page's socket and cache, and what may have overtaken the message it is about. */
export interface ChatEvents {
  socket: ChatSocket;
  queryClient: QueryClient;
  reads: LatestReads;
  receipts: LatestReceipts;
  edits: LatestEdits;
}

export const createChatEvents = (socket: ChatSocket, queryClient: QueryClient): ChatEvents => ({
  socket,
  queryClient,
  reads: new LatestReads(),
  receipts: new LatestReceipts(),
  edits: new LatestEdits(),
});

import type { QueryClient } from '@tanstack/react-query';
import { readAgain } from '../../../shared/read-again.ts';
import { type ChatSocket, onRegistered } from '../../../shared/socket.ts';

/** What is known of groups is read again when one changed, and after an absence. */
export function registerGroupsRealtime(socket: ChatSocket, queryClient: QueryClient): void {
  const readGroupsAgain = () => readAgain(queryClient, { queryKey: ['groups'] });
  socket.on('group:changed', readGroupsAgain);
  onRegistered(readGroupsAgain);
}

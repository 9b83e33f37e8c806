import type { QueryClient } from '@tanstack/react-query';
import { type ChatSocket, onRegistered } from '../../shared/socket.ts';

/** What is known of groups is read again when one changed, and after an absence. */
export function registerGroupsRealtime(socket: ChatSocket, queryClient: QueryClient): void {
  const readAgain = () => void queryClient.invalidateQueries({ queryKey: ['groups'] });
  socket.on('group:changed', readAgain);
  onRegistered(readAgain);
}

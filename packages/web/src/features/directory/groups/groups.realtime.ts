import type { QueryClient } from '@tanstack/react-query';
import { resync } from '../../../shared/resync.ts';
import { type ChatSocket, onRegistered } from '../../../shared/socket.ts';

/** What is known of groups is read again when one changed, and after an absence. */
export function registerGroupsRealtime(socket: ChatSocket, queryClient: QueryClient): void {
  const resyncGroups = () => resync(queryClient, { queryKey: ['groups'] });
  socket.on('group:changed', resyncGroups);
  onRegistered(resyncGroups);
}

import type { QueryClient } from '@tanstack/react-query';
import { type ChatSocket, onRegistered } from '../../shared/socket.ts';

/** Who manages which groups is read again when a group or its managers changed, and after an absence. */
export function registerPermissionsRealtime(socket: ChatSocket, queryClient: QueryClient): void {
  const readAgain = () => void queryClient.invalidateQueries({ queryKey: ['permissions'] });
  socket.on('group:changed', readAgain);
  onRegistered(readAgain);
}

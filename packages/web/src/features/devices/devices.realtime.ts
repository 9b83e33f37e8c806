import type { QueryClient } from '@tanstack/react-query';
import { type ChatSocket, onRegistered } from '../../shared/socket.ts';

/** A device came to the door, or some may have while nobody was listening. */
export function registerDevicesRealtime(socket: ChatSocket, queryClient: QueryClient): void {
  const resync = () => void queryClient.invalidateQueries({ queryKey: ['devices'] });
  socket.on('device:pending', resync);
  onRegistered(resync);
}

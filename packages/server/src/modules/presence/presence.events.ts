import type { ConnectionStatus } from '@chat/contract/users';
import type { Realtime } from '../../realtime/publish.ts';
import { administratorsRoom } from '../../realtime/rooms.ts';

export function announcePresence(
  realtime: Realtime,
  userId: string,
  connectionStatus: ConnectionStatus,
): void {
  realtime.publish(administratorsRoom, 'presence', { userId, connectionStatus });
}

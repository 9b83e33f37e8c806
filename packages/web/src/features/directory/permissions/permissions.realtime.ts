import type { QueryClient } from '@tanstack/react-query';
import { atMostEvery } from '../../../shared/at-most-every.ts';
import { resync } from '../../../shared/resync.ts';
import { type ChatSocket, onRegistered } from '../../../shared/socket.ts';

/** Every user who is registered changes a group. */
const REFETCH_INTERVAL_MS = 1000;

/** Who manages which groups is read again when a group or its managers changed, and after an absence. */
export function registerPermissionsRealtime(socket: ChatSocket, queryClient: QueryClient): void {
  const resyncPermissions = atMostEvery(REFETCH_INTERVAL_MS, () =>
    resync(queryClient, { queryKey: ['permissions'] }),
  );
  socket.on('group:changed', resyncPermissions);
  onRegistered(resyncPermissions);
}

import type { User } from '@chat/contract/users';
import type { QueryClient } from '@tanstack/react-query';
import { atMostEvery, resync } from '../../../shared/query-client.ts';
import { type ChatSocket, onRegistered } from '../../../shared/socket.ts';

const found = ['users', 'found'];

/** Thousands may be registered, or come back, in a row; each alone would have the whole list read. */
const REFETCH_INTERVAL_MS = 1000;

/** Presence goes straight into the lists; offices follow from groups, so those are read again. */
export function registerUsersRealtime(socket: ChatSocket, queryClient: QueryClient): void {
  const resyncUsers = atMostEvery(REFETCH_INTERVAL_MS, () =>
    resync(queryClient, { queryKey: ['users'] }),
  );
  socket.on('presence', ({ userId, connectionStatus }) => {
    queryClient.setQueriesData({ queryKey: found }, (users: User[] | undefined) =>
      users?.map((user) => (user.uuid === userId ? { ...user, connectionStatus } : user)),
    );
    // An answer under way may be older than this event.
    if (queryClient.isFetching({ queryKey: found }) > 0) resyncUsers();
  });
  socket.on('user:changed', resyncUsers);
  socket.on('group:changed', resyncUsers);
  onRegistered(resyncUsers);
}

/** The groups are read again when one changed, and after an absence. */
export function registerGroupsRealtime(socket: ChatSocket, queryClient: QueryClient): void {
  const resyncGroups = () => resync(queryClient, { queryKey: ['groups'] });
  socket.on('group:changed', resyncGroups);
  onRegistered(resyncGroups);
}

/** The group managers are read again when a group or its managers changed, and after an absence. */
export function registerPermissionsRealtime(socket: ChatSocket, queryClient: QueryClient): void {
  const resyncPermissions = atMostEvery(REFETCH_INTERVAL_MS, () =>
    resync(queryClient, { queryKey: ['permissions'] }),
  );
  socket.on('group:changed', resyncPermissions);
  onRegistered(resyncPermissions);
}

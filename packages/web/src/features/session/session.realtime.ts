import { readSession } from '../../shared/session.ts';
import { type ChatSocket, onRegistered } from '../../shared/socket.ts';
import { loadCurrentUser } from './api/load-current-user.ts';

/** A non-admin's role follows from the groups they manage, so it may change with them (rules/people 3). */
export function registerSessionRealtime(socket: ChatSocket): void {
  socket.on('group:changed', () => {
    if (readSession().user?.isAdmin === false) loadCurrentUser().catch(() => undefined);
  });
  onRegistered(() => {
    const { login, user } = readSession();
    // As the login knew them, when the page opened without a network.
    if (user && user === login?.user) loadCurrentUser().catch(() => undefined);
  });
}

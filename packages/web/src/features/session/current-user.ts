import type { CurrentUser } from '@chat/contract/auth';
import { getCurrentUser } from '@chat/contract/users';
import { callApi } from '../../shared/call-api.ts';
import { readSession, setCurrentUser } from '../../shared/session.ts';
import { type ChatSocket, onRegistered } from '../../shared/socket.ts';

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

/** Fetches who is signed in and keeps them in the session. */
export async function loadCurrentUser(): Promise<CurrentUser> {
  const { login } = readSession();
  const { content } = await callApi(getCurrentUser);
  if (readSession().login === login) setCurrentUser(content);
  return content;
}

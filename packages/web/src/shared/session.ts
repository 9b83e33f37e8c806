import type { CurrentUser, LoginResponse } from '@chat/contract/auth/auth.schema';
import { create } from 'zustand';
import { LOGIN_KEY } from './login-key.ts';
import { persist } from './persist.ts';
import { forgetEntry } from './selected-entry.ts';
import { persistSessionEnd } from './session-end.ts';

export interface Session {
  /** Stored whole; its presence means "logged in" (rules/sessions 13). */
  login: LoginResponse | null;
  /** Null until the current user has been fetched. */
  user: CurrentUser | null;
}

function parseLogin(stored: string | null): LoginResponse | null {
  try {
    const login: LoginResponse | null = JSON.parse(stored ?? 'null');
    return typeof login?.accessToken === 'string' ? login : null;
  } catch {
    return null;
  }
}

export const useSession = create<Session>(() => ({
  login: parseLogin(localStorage.getItem(LOGIN_KEY)),
  user: null,
}));

export const readSession = (): Session => useSession.getState();

export function startSession(login: LoginResponse): void {
  persist(LOGIN_KEY, JSON.stringify(login));
  persistSessionEnd(null);
  useSession.setState({ login, user: null });
}

/** The reset has been read. */
export function forgetPasswordReset(): void {
  const { login } = readSession();
  if (!login) return;
  const { passwordReset: _read, ...rest } = login;
  persist(LOGIN_KEY, JSON.stringify(rest));
  useSession.setState({ login: rest });
}

export function setCurrentUser(user: CurrentUser): void {
  useSession.setState({ user });
}

/** Forgets the login; `app/watch-session.ts` then leaves for the login page, which says why unless the user knows. */
export function endSession(why: string | null = null): void {
  persistSessionEnd(why);
  localStorage.removeItem(LOGIN_KEY);
  forgetEntry();
  useSession.setState({ login: null, user: null });
}

type LeaveListener = (userId: string) => void;
const leaveListeners = new Set<LeaveListener>();

/** Calls back when a user takes leave of this browser: nothing that they wrote may stay in it. */
export function onLeave(listener: LeaveListener): () => void {
  leaveListeners.add(listener);
  return () => leaveListeners.delete(listener);
}

/** They logged out themselves, or are no more. A session that only ended keeps what they were writing for their return. */
export function leaveSession(userId = readSession().user?.uuid, why: string | null = null): void {
  // Somebody else may have come in before the answer to a logout.
  if (readSession().user?.uuid === userId) endSession(why);
  if (userId) for (const listener of leaveListeners) listener(userId);
}

/** Calls back whenever a session is over, in whatever way or tab. */
export function onSessionEnd(listener: () => void): () => void {
  return useSession.subscribe((now, before) => {
    if (before.login && !now.login) listener();
  });
}

// Another tab signed in or out: this one must not go on under the old login.
window.addEventListener('storage', (event) => {
  if (event.key !== LOGIN_KEY && event.key !== null) return;
  const login = parseLogin(localStorage.getItem(LOGIN_KEY));
  if (login?.accessToken === readSession().login?.accessToken) return;
  useSession.setState({ login: null, user: null });
  if (login) window.location.reload();
});

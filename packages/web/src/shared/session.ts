import type { CurrentUser, LoginResponse, SessionEndReason } from '@chat/contract/auth';
import { sessionOver } from '@chat/contract/texts';
import { create } from 'zustand';
import { forgetPeople, welcome } from './forget-people.ts';
import { LOGIN_KEY, persist, readKept } from './persist.ts';
import { forgetEntry } from './selected-entry.ts';

const KEY = 'chat.sessionEnd';

/** Why the last session ended, unless its user ended it; kept until the next one begins, for all tabs. */
export const useSessionEnd = create<{ why: string | null }>(() => ({
  why: readKept(KEY),
}));

export function persistSessionEnd(why: string | null): void {
  persist(KEY, why);
  useSessionEnd.setState({ why });
}

window.addEventListener('storage', ({ key, newValue }) => {
  if (key === KEY) useSessionEnd.setState({ why: newValue });
});

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
  login: parseLogin(readKept(LOGIN_KEY)),
  user: null,
}));

export const readSession = (): Session => useSession.getState();

export function startSession(login: LoginResponse): void {
  welcome(login.user.uuid);
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

/**
 * Forgets the login; `app/follow.ts` then leaves for the login page, which says why unless the user knows. Drafts stay
 * for the user's return.
 */
export function endSession(why: string | null = null): void {
  persistSessionEnd(why);
  persist(LOGIN_KEY, null);
  forgetEntry();
  useSession.setState({ login: null, user: null });
}

/** After a logout or a lockout, no data of the user may stay in this browser (rules/sessions 18). */
export function leaveSession(why: string | null = null): void {
  // First, so that no other tab writes anything more in their name.
  endSession(why);
  forgetPeople();
}

/**
 * The server has ended the session. A user whose session expired, or is unknown to the server, later goes on where they
 * were.
 */
export function closeSession(reason: SessionEndReason | undefined, message = sessionOver): void {
  if (reason === undefined || reason === 'expired') endSession(message);
  else leaveSession(reason === 'logout' ? null : message);
}

/** Calls back whenever a session is over, in whatever way or tab. */
export function onSessionEnd(listener: () => void): () => void {
  return useSession.subscribe((now, before) => {
    if (before.login && !now.login) listener();
  });
}

/** Another tab signed in or out: this one must not go on under the old login. */
function followOtherTabs(): void {
  const login = parseLogin(readKept(LOGIN_KEY));
  if (login?.accessToken === readSession().login?.accessToken) return;
  useSession.setState({ login: null, user: null });
  if (login) window.location.reload();
}

window.addEventListener('storage', ({ key }) => {
  if (key === LOGIN_KEY || key === null) followOtherTabs();
});
// A page that the browser had put aside has heard of nothing.
window.addEventListener('pageshow', ({ persisted }) => {
  if (persisted) followOtherTabs();
});

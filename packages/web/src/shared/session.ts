import type { CurrentUser, LoginResponse, OwnUser } from '@chat/contract/auth';
import {
  type RequiredStep,
  requiredStepOf,
  type SessionEndReason,
  sessionOver,
} from '@chat/contract/session';
import { create } from 'zustand';
import { forgetPeople, welcome } from './forget-people.ts';
import { LOGIN_KEY, persist, readKept } from './persist.ts';
import { pageToComeBackTo } from './routes.ts';
import { forgetEntry } from './selected-entry.ts';

const KEY = 'chat.sessionEnd';

interface SessionEnd {
  /** Unless its user ended it; kept until the next one begins, for all tabs. */
  why: string | null;
  /** The page to come back to, in this tab. */
  asked: string | null;
}

/** How the last session ended. */
export const useSessionEnd = create<SessionEnd>(() => ({ why: readKept(KEY), asked: null }));

export function persistSessionEnd(why: string | null): void {
  persist(KEY, why);
  useSessionEnd.setState({ why });
}

window.addEventListener('storage', ({ key, newValue }) => {
  if (key === KEY) useSessionEnd.setState({ why: newValue });
});

/** The answer to the sign-in, and the first thing that its user must do before anything else works. */
interface Login extends LoginResponse {
  required?: RequiredStep | undefined;
}

/** The current user, with how others may read their chats once the server has said so. */
type SessionUser = CurrentUser & Partial<Pick<OwnUser, 'supervision' | 'supervisor'>>;

export interface Session {
  /** Stored whole; its presence means "logged in" (rules/sessions 13). */
  login: Login | null;
  /** Null until the current user has been fetched. */
  user: SessionUser | null;
}

function parseLogin(stored: string | null): Login | null {
  try {
    const login: Login | null = JSON.parse(stored ?? 'null');
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
  persistSessionEnd(null);
  useSession.setState({ user: null });
  persistLogin({ ...login, required: requiredStepOf(login) });
}

function persistLogin(login: Login): void {
  persist(LOGIN_KEY, JSON.stringify(login));
  useSession.setState({ login });
}

/** The person has read what somebody else did to their ways in. */
export function forgetNotice(name: 'passwordReset' | 'totpRemoved'): void {
  const { login } = readSession();
  if (login) persistLogin({ ...login, [name]: undefined });
}

let restrictions = 0;

/** How often this page was told of a restriction: an answer that was asked for before the last one is out of date. */
export const countRestrictions = (): number => restrictions;

/** The session is restricted to that step from now on, or no longer; the page follows (rules/account 1). */
export function setRequired(required: RequiredStep | undefined): void {
  const { login } = readSession();
  if (required !== undefined) restrictions++;
  if (login && login.required !== required) persistLogin({ ...login, required });
}

/** Calls back whenever what the session is restricted to changes. */
export const onRestriction = (listener: (required: RequiredStep | undefined) => void) =>
  useSession.subscribe(({ login }, before) => {
    if (login && before.login && login.required !== before.login.required) listener(login.required);
  });

export function setCurrentUser(user: SessionUser): void {
  useSession.setState({ user });
}

/**
 * Forgets the login; `app/follow.ts` then leaves for the login page, which says why unless the user knows, and has what
 * is `asked` for wait in its address. Drafts stay for the user's return.
 */
export function endSession(why: string | null = null, asked: string | null = null): void {
  persistSessionEnd(why);
  useSessionEnd.setState({ asked });
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
  if (reason === undefined || reason === 'expired') endSession(message, pageToComeBackTo());
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
  useSessionEnd.setState({ asked: null });
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

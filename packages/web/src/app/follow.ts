import type { CurrentUser, Role } from '@chat/contract/auth';
import { create } from 'zustand';
import { loadCurrentUser } from '../features/session/api.ts';
import { ApiError } from '../shared/api-error.ts';
import { onForget } from '../shared/forget-people.ts';
import { goTo } from '../shared/navigation.ts';
import { persist, readKept } from '../shared/persist.ts';
import { answerLostCode } from '../shared/reload-page.ts';
import {
  askedPage,
  groupIn,
  homeOf,
  isPublic,
  pageToComeBackTo,
  type RouteName,
  routeAt,
  routePaths,
  signInPath,
  trimmed,
} from '../shared/routes.ts';
import {
  onRestriction,
  onSessionEnd,
  readSession,
  setCurrentUser,
  useSession,
  useSessionEnd,
} from '../shared/session.ts';
import { isLoaded, loadPage, restrictedPage } from './pages.ts';

/** After this a waiting user is shown that something is coming, ms. */
const PENDING_TIMEOUT_MS = 300;
const RETRY_MS = 3_000;

interface Shown {
  /** Null until the first page can be drawn. */
  path: string | null;
  /** The next one takes its time. */
  isLate: boolean;
  hasFailed: boolean;
  /** The session is restricted: the one screen of what its user must do first stands in the page's place. */
  isRestricted: boolean;
}

/**
 * The page on screen: the one of the address, once the visitor may see it and its code has loaded; until then the page
 * before.
 */
export const useShown = create<Shown>(() => ({
  path: null,
  isLate: false,
  hasFailed: false,
  isRestricted: false,
}));

const bareWays: Record<string, RouteName> = { '': 'auth.login', '/admin': 'admin.users' };

/** The last call counts: each begins anew with what the address says by then. */
let turn = 0;

/** Leads the visitor to what the address says, or where the guard sends them. */
export function follow(): Promise<void> {
  turn += 1;
  return followTo(window.location.pathname, turn);
}

async function followTo(path: string, mine: number): Promise<void> {
  const bare = bareWays[trimmed(path).toLowerCase()];
  if (bare) return leave(routePaths[bare]);
  const route = routeAt(path);
  if (route === null) return show(path);
  const waiting = setTimeout(() => {
    // A page that stays keeps what was typed on it while the screen of a restricted session is fetched.
    if (mine === turn && path !== useShown.getState().path) useShown.setState({ isLate: true });
  }, PENDING_TIMEOUT_MS);
  try {
    if (isUserAwaited(route)) await ensureCurrentUser();
    if (mine !== turn) return;
    const decision = guard(route, visitor());
    const isRestricted = Boolean(readSession().login?.required);
    if (decision.kind === 'redirect' && !isWaitingAt(route)) {
      const to = await placeFor(route, decision.to);
      return mine === turn ? leave(to) : undefined;
    }
    if (!isRestricted && path !== useShown.getState().path) prefetchContent(path);
    await loadShown(route, isRestricted).catch(answerLostCode);
    if (mine === turn) show(path, isRestricted);
  } catch {
    if (mine === turn) showFailure(path);
  } finally {
    clearTimeout(waiting);
  }
}

/** A page that stays keeps what was typed on it: the screen of its restricted session is asked for until it comes. */
function showFailure(path: string): void {
  const { path: shown, hasFailed } = useShown.getState();
  if (path === shown && !hasFailed) setTimeout(follow, RETRY_MS);
  else useShown.setState({ path, isLate: false, hasFailed: true });
}

const leave = (path: string) => goTo(path, { replace: true });

/** A restricted visitor does the required step at the sign-in page's address while the page they asked for waits there. */
const isWaitingAt = (route: RouteName): boolean =>
  isPublic(route) && Boolean(readSession().login?.required) && askedPage() !== null;

/** Where the guard sends the visitor: to sign in, with the way back, or in, to what they had asked for. */
async function placeFor(route: RouteName, to: RouteName): Promise<string> {
  if (to === 'auth.login') return signInPath(pageToComeBackTo());
  const asked = isPublic(route) ? askedPage() : null;
  return asked !== null && (await mayOpen(asked)) ? asked : routePaths[to];
}

/** False for pages that are not the visitor's: nothing may show that such a page exists. */
async function mayOpen(asked: string): Promise<boolean> {
  const { pathname, searchParams } = new URL(asked, window.location.origin);
  const route = routeAt(pathname);
  if (!route || guard(route, visitor()).kind !== 'allow') return false;
  const groupId = groupIn(pathname);
  if (groupId === null) return true;
  const { isOwnChat } = await import('../pages/prefetch-chat.ts');
  return isOwnChat(groupId, searchParams.get('chat'));
}

/** All that is drawn now; a restricted session goes on with the page afterwards, which comes beside. */
async function loadShown(route: RouteName, isRestricted: boolean): Promise<void> {
  const loading = isLoaded(route) ? undefined : loadPage(route);
  if (!isRestricted) return loading;
  loading?.catch(() => undefined);
  if (!restrictedPage.get()) await restrictedPage.load();
}

/** A step on the page that is shown draws nothing anew. */
function show(path: string, isRestricted = false): void {
  const now = useShown.getState();
  const isShown = now.path === path && now.isRestricted === isRestricted;
  if (isShown && !now.isLate && !now.hasFailed) return;
  useShown.setState({ path, isLate: false, hasFailed: false, isRestricted });
}

/** At the public pages the user is not fetched; the stored login knows them well enough to leave them. */
function isUserAwaited(route: RouteName): boolean {
  const { login, user } = readSession();
  return (!isPublic(route) || isWaitingAt(route)) && login !== null && user === null;
}

function visitor() {
  const { login, user } = readSession();
  return { isLoggedIn: login !== null, user: user ?? login?.user ?? null };
}

const STEPS = ['popstate', 'pushState', 'replaceState'];
const LINK = 'a[href^="/"]';

/** Follows the address from now on, and has the code of a page fetched when somebody comes near a link to it. */
export function followAddress(): void {
  for (const step of STEPS) window.addEventListener(step, () => void follow());
  const lookAhead = ({ target }: Event) => {
    const link = target instanceof Element && target.closest<HTMLAnchorElement>(LINK);
    const route = link && routeAt(new URL(link.href).pathname);
    if (route) loadPage(route).catch(() => undefined);
  };
  for (const type of ['pointerover', 'focusin', 'touchstart'])
    document.addEventListener(type, lookAhead, { passive: true });
}

/** The content is fetched while the code of the page may still be loading. */
function prefetchContent(path: string): void {
  const groupId = groupIn(path);
  if (!groupId) return;
  import('../pages/prefetch-chat.ts').then(
    ({ prefetchChat }) => prefetchChat(groupId),
    // The page asks for it itself.
    () => undefined,
  );
}

export interface Visitor {
  isLoggedIn: boolean;
  user: Pick<CurrentUser, 'isAdmin' | 'role'> | null;
}

type Decision = { kind: 'allow' } | { kind: 'redirect'; to: RouteName };

const forManagers: RouteName[] = ['admin.groups'];
const forAdmins: RouteName[] = [
  'admin.users',
  'admin.projects',
  'admin.offices',
  'admin.working_hours',
  'admin.chats',
  'admin.notice',
  'admin.access',
  'admin.group_permissions',
];

const closedTo: Record<Role, RouteName[]> = {
  ADMIN: [],
  GROUP_MANAGER: forAdmins,
  USER: [...forAdmins, ...forManagers],
};

const allow: Decision = { kind: 'allow' };
const redirect = (to: RouteName): Decision => ({ kind: 'redirect', to });

/** The routes that each visitor may open (rules/navigation 4). */
export function guard(target: RouteName, { isLoggedIn, user }: Visitor): Decision {
  if (isPublic(target)) {
    return isLoggedIn ? redirect(homeOf(user ?? { isAdmin: false })) : allow;
  }
  if (!isLoggedIn) return redirect('auth.login');
  return user && closedTo[user.role].includes(target) ? redirect('user.groups') : allow;
}

function isPublicHere(): boolean {
  const route = routeAt(window.location.pathname);
  return route !== null && isPublic(route);
}

let asked: Promise<void> | undefined;

/** Fetches the current user of a stored login once, before anything that needs them is shown. */
export function ensureCurrentUser(): Promise<void> {
  asked ??= fetchUser().finally(() => {
    asked = undefined;
  });
  return asked;
}

async function fetchUser(): Promise<void> {
  const { login, user } = readSession();
  if (!login || user) return;
  try {
    await loadCurrentUser();
  } catch (error) {
    const isUnreachable = error instanceof ApiError && error.status === 0;
    // Without a network they are who they were when they signed in; `realtime.ts` asks once there is one.
    if (isUnreachable && login.user) setCurrentUser(login.user);
    // A session that has ended leads to the sign-in page by itself.
    else if (readSession().login) throw error;
  }
}

/**
 * A session that ends leads to the login page, one that begins away from there; a role that changes is asked again
 * whether it may be where it is.
 */
export function watchSession(): void {
  onSessionEnd(() => leave(signInPath(useSessionEnd.getState().asked)));
  onForget((stays) => void forgetInDatabases(stays).catch(console.error));
  // A page that was left while it cleared the databases had not finished.
  const stays = readKept(FORGETTING_KEY);
  if (stays !== null) void clearDatabases(stays).catch(console.error);
  onRestriction(() => void follow());
  useSession.subscribe((now, before) => {
    if (now.user && before.user && now.user.role !== before.user.role) void follow();
    if (now.user && !before.user && isPublicHere()) void follow();
  });
}

/** The id of the person whose data stay, or nothing, until the databases are cleared. */
const FORGETTING_KEY = 'chat.forgetting';

async function forgetInDatabases(stays: string | null): Promise<void> {
  persist(FORGETTING_KEY, stays ?? '');
  await clearDatabases(stays ?? '');
  const { endSubscription } = await import('../features/notifications/push-subscription.ts');
  await endSubscription();
}

/** Clearing the databases needs code that the sign-in page does not load. */
async function clearDatabases(stays: string): Promise<void> {
  const [{ forgetRecents }, { sweepAttachments }] = await Promise.all([
    import('../features/chat/emojis/recents.ts'),
    import('../features/chat/outbox/attachments.ts'),
  ]);
  sweepAttachments();
  await forgetRecents(stays || null);
  if (readKept(FORGETTING_KEY) === stays) persist(FORGETTING_KEY, null);
}

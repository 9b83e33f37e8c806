import { create } from 'zustand';
import { goTo } from '../shared/navigation.ts';
import { answerLostCode } from '../shared/reload-page.ts';
import { groupIn, type RouteName, routeAt, routePaths, trimmed } from '../shared/routes.ts';
import { readSession } from '../shared/session.ts';
import { ensureCurrentUser } from './enter.ts';
import { guard } from './guard.ts';
import { isLoaded, loadPage } from './pages.ts';

/** After this a waiting user is shown that something is coming, ms. */
const PENDING_TIMEOUT_MS = 300;

interface Shown {
  /** Null until the first page can be drawn. */
  path: string | null;
  /** The next one takes its time. */
  isLate: boolean;
  hasFailed: boolean;
}

/** What is drawn: what the address says, once the visitor may see it and its code is there. Until then the page before. */
export const useShown = create<Shown>(() => ({ path: null, isLate: false, hasFailed: false }));

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
    if (mine === turn) useShown.setState({ isLate: true });
  }, PENDING_TIMEOUT_MS);
  try {
    if (isUserAwaited(route)) await ensureCurrentUser();
    if (mine !== turn) return;
    const decision = guard(route, visitor());
    if (decision.kind === 'redirect') return leave(routePaths[decision.to]);
    if (path !== useShown.getState().path) prefetchContent(path);
    if (!isLoaded(route)) await loadPage(route).catch(answerLostCode);
    if (mine === turn) show(path);
  } catch {
    if (mine === turn) useShown.setState({ path, isLate: false, hasFailed: true });
  } finally {
    clearTimeout(waiting);
  }
}

const leave = (path: string) => goTo(path, { replace: true });

/** A step on the page that is shown draws nothing anew. */
function show(path: string): void {
  const now = useShown.getState();
  if (now.path === path && !now.isLate && !now.hasFailed) return;
  useShown.setState({ path, isLate: false, hasFailed: false });
}

/** At the login page the user is not fetched; the stored login knows them well enough to leave it. */
function isUserAwaited(route: RouteName): boolean {
  const { login, user } = readSession();
  return route !== 'auth.login' && login !== null && user === null;
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

/** What a page shows is asked for while its code may still be on its way. */
function prefetchContent(path: string): void {
  const groupId = groupIn(path);
  if (!groupId) return;
  import('../pages/prefetch-chat.ts').then(
    ({ prefetchChat }) => prefetchChat(groupId),
    // The page asks for it itself.
    () => undefined,
  );
}

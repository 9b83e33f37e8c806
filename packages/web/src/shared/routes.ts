/** Names and paths of the routes (rules/navigation 1, 2). */
export const routePaths = {
  'auth.login': '/auth/login',
  'auth.oidc': '/auth/oidc',
  invitation: '/invitation',
  'admin.users': '/admin/users',
  'admin.projects': '/admin/projects',
  'admin.offices': '/admin/oficinas',
  'admin.working_hours': '/admin/working-hours',
  'admin.groups': '/admin/groups',
  'admin.chats': '/admin/chats',
  'admin.notice': '/admin/notice',
  'admin.access': '/admin/access',
  'admin.group_permissions': '/admin/group-permissions',
  'user.groups': '/groups',
  'user.groups.chat': '/groups/:id',
  'chats.me': '/chats/me',
  account: '/account',
} as const;

export type RouteName = keyof typeof routePaths;

const isRouteName = (name: string): name is RouteName => Object.keys(routePaths).includes(name);
export const routeNames = Object.keys(routePaths).filter(isRouteName);
const GROUP = /^\/groups\/([^/]+)$/i;

export const groupPath = (groupId: string): string => `/groups/${encodeURIComponent(groupId)}`;

/** The group whose chats a path shows. */
export function groupIn(path: string): string | null {
  const [, id] = GROUP.exec(trimmed(path)) ?? [];
  return id ? decoded(id) : null;
}

/** The route of a path. */
export function routeAt(path: string): RouteName | null {
  const asked = trimmed(path).toLowerCase();
  const found = routeNames.find((name) => routePaths[name] === asked);
  return found ?? (GROUP.test(asked) ? 'user.groups.chat' : null);
}

/** The pages without sign-in; who is signed in has nothing to do there. */
const publicRoutes: RouteName[] = ['auth.login', 'auth.oidc', 'invitation'];

export const isPublic = (route: RouteName): boolean => publicRoutes.includes(route);

/** Without the strokes at its end. */
export const trimmed = (path: string) => path.replace(/\/+$/, '');

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Where a signed-in person starts (rules/sign-in 14). */
export const homeOf = (user: { isAdmin: boolean }): 'admin.users' | 'user.groups' =>
  user.isAdmin ? 'admin.users' : 'user.groups';

/**
 * A page that somebody asks for while they are signed out waits in the address of the sign-in page, and nowhere else.
 * After the sign-in the page opens, if the user may open it (rules/navigation 24).
 */
const ASKED = 'to';

/** A path of this page's own that takes a sign-in; null for all else, another site's address above all. */
function ownPath(asked: string | null): string | null {
  if (!asked?.startsWith('/')) return null;
  try {
    const { origin, pathname, search } = new URL(asked, window.location.origin);
    const route = origin === window.location.origin ? routeAt(pathname) : null;
    return route && !isPublic(route) ? pathname + search : null;
  } catch {
    return null;
  }
}

/** The page that waits in the address. */
export const askedPage = (): string | null =>
  ownPath(new URLSearchParams(window.location.search).get(ASKED));

/** The page of the address itself, or what waits there. */
export const pageToComeBackTo = (): string | null =>
  ownPath(window.location.pathname + window.location.search) ?? askedPage();

/** A public page's address, with the page that is asked for. */
export const withAsked = (path: string, asked: string | null): string =>
  asked === null ? path : `${path}?${new URLSearchParams({ [ASKED]: asked })}`;

export const signInPath = (asked: string | null): string =>
  withAsked(routePaths['auth.login'], asked);

// The company's provider gives `state` back as it got it. The server's part of `state` has no dot.

/** The provider's address; what is asked for waits there in `state`. */
export function carryAsked(url: string, asked: string | null): string {
  const address = new URL(url);
  const state = address.searchParams.get('state');
  if (asked === null || state === null) return url;
  address.searchParams.set('state', `${state}.${btoa(asked).replace(/[+/=]/g, toUrlSafe)}`);
  return address.href;
}

const urlSafe: Record<string, string> = { '+': '-', '/': '_', '=': '' };
const toUrlSafe = (sign: string) => urlSafe[sign] ?? sign;

/** The server's part of a `state` that came back, and what was asked for. */
export function takeAsked(carried: string | null): { state: string | null; asked: string | null } {
  const [state = null, coded] = carried?.split('.') ?? [];
  if (coded === undefined) return { state, asked: null };
  try {
    return { state, asked: ownPath(atob(coded.replaceAll('-', '+').replaceAll('_', '/'))) };
  } catch {
    return { state, asked: null };
  }
}

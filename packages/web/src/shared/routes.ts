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

/** Names and paths of the routes (rules/navigation 1, 2). */
export const routePaths = {
  'auth.login': '/auth/login',
  'admin.users': '/admin/users',
  'admin.projects': '/admin/projects',
  'admin.offices': '/admin/oficinas',
  'admin.groups': '/admin/groups',
  'admin.chats': '/admin/chats',
  'admin.access': '/admin/access',
  'admin.group_permissions': '/admin/group-permissions',
  'user.groups': '/groups',
  'user.groups.chat': '/groups/$id',
  'chats.me': '/chats/me',
} as const;

export type RouteName = keyof typeof routePaths;

/** Where a signed-in person starts (rules/sign-in 14). */
export const homeOf = (user: { isAdmin: boolean }): 'admin.users' | 'user.groups' =>
  user.isAdmin ? 'admin.users' : 'user.groups';

import { createRootRoute, createRoute, createRouter, redirect } from '@tanstack/react-router';
import { prefetchChat } from '../pages/prefetch-chat.ts';
import { routePaths } from '../shared/routes.ts';
import { ensureCurrentUser, enter } from './enter.ts';
import { lazyPage } from './lazy-page.ts';
import { NotFound } from './not-found.tsx';
import { PageFailure, PagePending } from './page-states.tsx';
import { Root } from './root.tsx';

const rootRoute = createRootRoute({ component: Root, notFoundComponent: NotFound });

const indexRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: routePaths['auth.login'], replace: true });
  },
});

const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/auth/login',
  beforeLoad: enter('auth.login'),
  component: lazyPage(() => import('../pages/auth-login.page.tsx'), 'AuthLoginPage'),
});

const mainRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'main',
  beforeLoad: ensureCurrentUser,
  component: lazyPage(() => import('./layout/main-layout.tsx'), 'MainLayout'),
});

const adminRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: '/admin',
  beforeLoad: () => {
    throw redirect({ to: routePaths['admin.users'], replace: true });
  },
});

const adminUsersRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: '/admin/users',
  beforeLoad: enter('admin.users'),
  component: lazyPage(() => import('../pages/admin-users.page.tsx'), 'AdminUsersPage'),
});

const adminProjectsRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: '/admin/projects',
  beforeLoad: enter('admin.projects'),
  component: lazyPage(() => import('../pages/admin-projects.page.tsx'), 'AdminProjectsPage'),
});

const adminOfficesRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: '/admin/oficinas',
  beforeLoad: enter('admin.offices'),
  component: lazyPage(() => import('../pages/admin-offices.page.tsx'), 'AdminOfficesPage'),
});

const adminGroupsRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: '/admin/groups',
  beforeLoad: enter('admin.groups'),
  component: lazyPage(() => import('../pages/admin-groups.page.tsx'), 'AdminGroupsPage'),
});

const adminChatsRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: '/admin/chats',
  beforeLoad: enter('admin.chats'),
  component: lazyPage(() => import('../pages/admin-chats.page.tsx'), 'AdminChatsPage'),
});

const adminAccessRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: '/admin/access',
  beforeLoad: enter('admin.access'),
  component: lazyPage(() => import('../pages/admin-access.page.tsx'), 'AdminAccessPage'),
});

const adminGroupPermissionsRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: '/admin/group-permissions',
  beforeLoad: enter('admin.group_permissions'),
  component: lazyPage(
    () => import('../pages/admin-group-permissions.page.tsx'),
    'AdminGroupPermissionsPage',
  ),
});

const userGroupsRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: '/groups',
  beforeLoad: enter('user.groups'),
  component: lazyPage(() => import('../pages/user-groups.page.tsx'), 'UserGroupsPage'),
});

const userGroupsChatRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: '/groups/$id',
  beforeLoad: enter('user.groups.chat'),
  loader: ({ params, cause }) => {
    // A link that is only pointed at fetches code, not people's messages.
    if (cause === 'enter') void prefetchChat(params.id);
  },
  component: lazyPage(() => import('../pages/user-groups-chat.page.tsx'), 'UserGroupsChatPage'),
});

const chatsMeRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: '/chats/me',
  beforeLoad: enter('chats.me'),
  component: lazyPage(() => import('../pages/chats-me.page.tsx'), 'ChatsMePage'),
});

const routeTree = rootRoute.addChildren([
  indexRoute,
  loginRoute,
  mainRoute.addChildren([
    adminRoute,
    adminUsersRoute,
    adminProjectsRoute,
    adminOfficesRoute,
    adminGroupsRoute,
    adminChatsRoute,
    adminAccessRoute,
    adminGroupPermissionsRoute,
    userGroupsRoute,
    userGroupsChatRoute,
    chatsMeRoute,
  ]),
]);

export const router = createRouter({
  routeTree,
  notFoundMode: 'root',
  defaultPreload: 'intent',
  defaultPendingMs: 300,
  // What is ready is shown: on a slow machine half a second of a spinner is a quarter of its start.
  defaultPendingMinMs: 0,
  defaultErrorComponent: PageFailure,
  defaultPendingComponent: PagePending,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}

import type { ReactNode } from 'react';
import { isPublic, type RouteName } from '../shared/routes.ts';

type Drawn<Props> = (props: Props) => ReactNode;

/** A component whose code is fetched when it is first needed. */
interface LatePage<Props> {
  load: () => Promise<void>;
  /** Nothing until it is there. */
  get: () => Drawn<Props> | undefined;
}

function latePage<Props>(fetchPage: () => Promise<Drawn<Props>>): LatePage<Props> {
  let page: Drawn<Props> | undefined;
  let asked: Promise<void> | undefined;
  const load = () => {
    asked ??= fetchPage().then(
      (fetched) => {
        page = fetched;
      },
      (error: unknown) => {
        // Asked for again where it is needed next.
        asked = undefined;
        throw error;
      },
    );
    return asked;
  };
  return { load, get: () => page };
}

export const layout = latePage<{ children: ReactNode }>(
  async () => (await import('./layout/main-layout.tsx')).MainLayout,
);

/** In the place of layout and page while the session is restricted. */
export const restrictedPage = latePage<object>(
  async () => (await import('../pages/restricted.page.tsx')).RestrictedPage,
);

export const pages: Record<RouteName, LatePage<{ path: string }>> = {
  'auth.login': latePage(async () => (await import('../pages/auth-login.page.tsx')).AuthLoginPage),
  'auth.oidc': latePage(async () => (await import('../pages/auth-oidc.page.tsx')).AuthOidcPage),
  invitation: latePage(async () => (await import('../pages/invitation.page.tsx')).InvitationPage),
  'admin.users': latePage(
    async () => (await import('../pages/admin-users.page.tsx')).AdminUsersPage,
  ),
  'admin.projects': latePage(
    async () => (await import('../pages/admin-projects.page.tsx')).AdminProjectsPage,
  ),
  'admin.offices': latePage(
    async () => (await import('../pages/admin-offices.page.tsx')).AdminOfficesPage,
  ),
  'admin.working_hours': latePage(
    async () => (await import('../pages/admin-working-hours.page.tsx')).AdminWorkingHoursPage,
  ),
  'admin.groups': latePage(
    async () => (await import('../pages/admin-groups.page.tsx')).AdminGroupsPage,
  ),
  'admin.chats': latePage(
    async () => (await import('../pages/admin-chats.page.tsx')).AdminChatsPage,
  ),
  'admin.notice': latePage(
    async () => (await import('../pages/admin-notice.page.tsx')).AdminNoticePage,
  ),
  'admin.access': latePage(
    async () => (await import('../pages/admin-access.page.tsx')).AdminAccessPage,
  ),
  'admin.group_permissions': latePage(
    async () =>
      (await import('../pages/admin-group-permissions.page.tsx')).AdminGroupPermissionsPage,
  ),
  'user.groups': latePage(
    async () => (await import('../pages/user-groups.page.tsx')).UserGroupsPage,
  ),
  'user.groups.chat': latePage(
    async () => (await import('../pages/user-groups-chat.page.tsx')).UserGroupsChatPage,
  ),
  account: latePage(async () => (await import('../pages/account.page.tsx')).AccountPage),
  'chats.me': latePage(async () => (await import('../pages/chats-me.page.tsx')).ChatsMePage),
};

/** All that a route needs to be drawn. */
const partsOf = (route: RouteName) => (isPublic(route) ? [pages[route]] : [layout, pages[route]]);

export const isLoaded = (route: RouteName): boolean =>
  partsOf(route).every((part) => part.get() !== undefined);

export async function loadPage(route: RouteName): Promise<void> {
  await Promise.all(partsOf(route).map((part) => part.load()));
}

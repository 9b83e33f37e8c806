import type { CurrentUser, Role } from '@chat/contract/auth';
import { homeOf, type RouteName } from '../shared/routes.ts';

export interface Visitor {
  isLoggedIn: boolean;
  user: Pick<CurrentUser, 'isAdmin' | 'role'> | null;
}

export type Decision = { kind: 'allow' } | { kind: 'redirect'; to: RouteName };

const forManagers: RouteName[] = ['admin.groups'];
const forAdmins: RouteName[] = [
  'admin.users',
  'admin.projects',
  'admin.offices',
  'admin.chats',
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

/** Who may go where (rules/navigation 4). */
export function guard(target: RouteName, { isLoggedIn, user }: Visitor): Decision {
  if (target === 'auth.login') {
    return isLoggedIn ? redirect(homeOf(user ?? { isAdmin: false })) : allow;
  }
  if (!isLoggedIn) return redirect('auth.login');
  return user && closedTo[user.role].includes(target) ? redirect('user.groups') : allow;
}

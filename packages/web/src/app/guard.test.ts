import { describe, expect, it } from 'vitest';
import { type RouteName, routeNames } from '../shared/routes.ts';
import { guard, type Visitor } from './follow.ts';

const visitors = {
  anonymous: { isLoggedIn: false, user: null },
  admin: { isLoggedIn: true, user: { isAdmin: true, role: 'ADMIN' } },
  manager: { isLoggedIn: true, user: { isAdmin: false, role: 'GROUP_MANAGER' } },
  user: { isLoggedIn: true, user: { isAdmin: false, role: 'USER' } },
} satisfies Record<string, Visitor>;

const adminOnly = routeNames.filter((name) => name.startsWith('admin.') && name !== 'admin.groups');
const entrances: RouteName[] = ['auth.login', 'auth.oidc', 'invitation'];
const chats: RouteName[] = ['user.groups', 'user.groups.chat', 'chats.me', 'account'];

type Row = [who: keyof typeof visitors, targets: RouteName[], goes: RouteName | 'where asked'];
const table: Row[] = [
  ['anonymous', entrances, 'where asked'],
  ['anonymous', [...adminOnly, 'admin.groups', ...chats], 'auth.login'],
  ['admin', entrances, 'admin.users'],
  ['admin', [...adminOnly, 'admin.groups', ...chats], 'where asked'],
  ['manager', entrances, 'user.groups'],
  ['manager', adminOnly, 'user.groups'],
  ['manager', ['admin.groups', ...chats], 'where asked'],
  ['user', entrances, 'user.groups'],
  ['user', [...adminOnly, 'admin.groups'], 'user.groups'],
  ['user', chats, 'where asked'],
];

const rows = table.flatMap(([who, targets, goes]) =>
  targets.map((target) => ({ who, target, goes })),
);

describe('guard', () => {
  it.each(rows)('sends $who asking for $target to: $goes', ({ who, target, goes }) => {
    const decision = guard(target, visitors[who]);
    expect(decision.kind === 'redirect' ? decision.to : 'where asked').toBe(goes);
  });

  it('covers every route for every visitor', () => {
    expect(rows).toHaveLength(routeNames.length * Object.keys(visitors).length);
  });
});

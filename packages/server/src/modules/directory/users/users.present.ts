import { roleOf } from '@chat/contract/auth';
import type { User, UserSummary } from '@chat/contract/users';
import type { UserRow } from './users.queries.ts';

export function presentUser(user: UserRow): User {
  return {
    ...presentUserSummary(user),
    role: roleOf({ isAdmin: user.isAdmin, managesGroups: user.groupPermissions.length > 0 }),
    isAdmin: user.isAdmin,
    offices: user.offices,
    connectionStatus: user.connectionStatus,
    blockedAt: user.blockedAt?.toISOString() ?? null,
    groupPermissions: user.groupPermissions,
  };
}

export function presentUserSummary(user: UserRow): UserSummary {
  const { uuid, id, firstName, lastName, email } = user;
  return { uuid, id, firstName, lastName, email };
}

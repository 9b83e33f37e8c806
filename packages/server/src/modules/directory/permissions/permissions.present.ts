import type { Group, UserWithGroups } from '@chat/contract/groups';
import type { ManageableUserRow } from './permissions.queries.ts';

export function presentUserWithGroups(user: ManageableUserRow, groups: Group[]): UserWithGroups {
  return {
    uuid: user.uuid,
    id: user.id,
    firstName: user.firstName,
    lastName: user.lastName,
    email: user.email,
    blockedAt: user.blockedAt?.toISOString() ?? null,
    groupPermissions: groups.map(({ uuid }) => uuid),
    groups,
  };
}

import { z } from 'zod';
import { groupSchema } from '../groups/groups.schema.ts';
import { defineRoute } from '../shared/define-route.ts';
import { uuid } from '../shared/ids.ts';
import { nothing } from '../shared/nothing.ts';
import { pageQuery, searchText } from '../shared/page.ts';
import { assignPermissionsSchema, userWithGroupsSchema } from './permissions.schema.ts';

const userParams = z.object({ userId: uuid });

export const listUsersWithGroups = defineRoute({
  name: 'listUsersWithGroups',
  method: 'GET',
  path: '/users/groups',
  access: 'admin',
  summary: 'Non-administrators with the groups each one manages',
  query: z.object({ search: searchText, ...pageQuery }),
  content: z.array(userWithGroupsSchema),
});

export const listUserPermissions = defineRoute({
  name: 'listUserPermissions',
  method: 'GET',
  path: '/users/:userId/group-permissions',
  access: 'admin',
  summary: 'The groups a user manages',
  params: userParams,
  query: z.object(pageQuery),
  content: z.array(groupSchema),
});

/** The same list under the second path that the specification names. */
export const listGroupsOfManager = defineRoute({
  ...listUserPermissions,
  name: 'listGroupsOfManager',
  path: '/groups/users/:userId/group-permissions',
});

export const assignPermissions = defineRoute({
  name: 'assignPermissions',
  method: 'POST',
  path: '/users/:userId/group-permissions',
  access: 'admin',
  summary: 'Let the user manage the groups; one that they have already is no error',
  params: userParams,
  body: assignPermissionsSchema,
  content: z.array(groupSchema),
});

export const removePermission = defineRoute({
  name: 'removePermission',
  method: 'DELETE',
  path: '/users/:userId/group-permissions/:permissionId',
  access: 'admin',
  summary: 'The user no longer manages the group whose uuid is `permissionId`',
  params: userParams.extend({ permissionId: uuid }),
  content: nothing,
});

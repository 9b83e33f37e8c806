import { z } from 'zod';
import { instant, uuid, uuidList } from './fields.ts';
import { createGroupSchema, groupRetentionSchema, updateGroupSchema } from './forms.ts';
import { chatNotificationsSchema } from './notifications.ts';
import { defineRoute, nothing, pageQuery, searchText } from './route.ts';

export const addParticipantsSchema = z.object({
  userIds: uuidList('Selecciona un usuario(s)'),
});

/** `officine` is the office: the specification's spelling on the wire. */
export const groupSchema = z.object({
  uuid,
  id: z.int(),
  name: z.string(),
  description: z.string(),
  officine: z
    .object({ uuid, name: z.string(), project: z.object({ uuid, name: z.string() }) })
    .nullable(),
  officeId: uuid.nullable(),
  projectId: uuid.nullable(),
  participantsCount: z.int(),
  /** For administrators: the days of its own; null follows RETENTION_DAYS. */
  retentionDays: z.number().nullable().optional(),
});
export type Group = z.infer<typeof groupSchema>;

/**
 * A group as its participant sees it: `unreadCount` sums their chats in it, `unmutedCount` what their mutes let through
 * of that, and `mutes` are the chats that they have muted there.
 */
export const ownGroupSchema = groupSchema.extend({
  unreadCount: z.int(),
  unmutedCount: z.int(),
  mutes: z.array(chatNotificationsSchema.extend({ chatId: uuid })),
});
export type OwnGroup = z.infer<typeof ownGroupSchema>;

export const participantSchema = z.object({ uuid, email: z.string() });
export type Participant = z.infer<typeof participantSchema>;

export interface GroupEvents {
  /** To its participants (joined and removed ones included), its managers and administrators: read your groups again. */
  'group:changed': (payload: { groupId: string }) => void;
}

const groupParams = z.object({ groupId: uuid });

export const createGroup = defineRoute({
  name: 'createGroup',
  method: 'POST',
  path: '/groups',
  access: 'admin',
  summary: 'Register a group and its group chat',
  body: createGroupSchema,
  content: groupSchema,
  status: 201,
});

export const listGroups = defineRoute({
  name: 'listGroups',
  method: 'GET',
  path: '/groups',
  access: 'manager',
  summary: 'All groups; for a group manager those that they manage',
  query: z.object(pageQuery),
  content: z.array(groupSchema),
});

export const listOwnGroups = defineRoute({
  name: 'listOwnGroups',
  method: 'GET',
  path: '/groups/me',
  access: 'session',
  summary: 'The groups the caller takes part in, with what is unread',
  query: z.object(pageQuery),
  content: z.array(ownGroupSchema),
});

export const updateGroup = defineRoute({
  name: 'updateGroup',
  method: 'POST',
  path: '/groups/:groupId',
  access: 'manager',
  summary: 'Rename a group; never GENERAL',
  params: groupParams,
  body: updateGroupSchema,
  content: groupSchema,
});

export const deleteGroup = defineRoute({
  name: 'deleteGroup',
  method: 'DELETE',
  path: '/groups/:groupId',
  access: 'admin',
  summary: 'Remove a group with its chats; never GENERAL',
  params: groupParams,
  content: nothing,
});

export const setGroupRetention = defineRoute({
  name: 'setGroupRetention',
  method: 'PUT',
  path: '/groups/:groupId/retention',
  access: 'admin',
  summary:
    'The days after which messages of the group and its direct chats are removed; null follows RETENTION_DAYS',
  params: groupParams,
  body: groupRetentionSchema,
  content: groupRetentionSchema,
});

export const listGroupParticipants = defineRoute({
  name: 'listGroupParticipants',
  method: 'GET',
  path: '/groups/:groupId/users',
  access: 'session',
  summary: 'For its participants, its managers and administrators',
  params: groupParams,
  query: z.object(pageQuery),
  content: z.array(participantSchema),
});

export const addGroupParticipants = defineRoute({
  name: 'addGroupParticipants',
  method: 'POST',
  path: '/groups/:groupId/users',
  access: 'manager',
  summary: 'Add users; one who takes part already is no error',
  params: groupParams,
  body: addParticipantsSchema,
  content: z.array(participantSchema),
});

export const removeGroupParticipant = defineRoute({
  name: 'removeGroupParticipant',
  method: 'DELETE',
  path: '/groups/:groupId/users/:userId',
  access: 'manager',
  summary: "End a user's part in the group, at once",
  params: groupParams.extend({ userId: uuid }),
  content: nothing,
});

export const assignPermissionsSchema = z.object({
  groupIds: uuidList('Selecciona un grupo(s)'),
});

/** A user with the groups they manage, for 'Acceso a grupos'. */
export const userWithGroupsSchema = z.object({
  uuid,
  id: z.int(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  blockedAt: instant.nullable(),
  groupPermissions: z.array(uuid),
  groups: z.array(groupSchema),
});
export type UserWithGroups = z.infer<typeof userWithGroupsSchema>;

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

/** The groups that a user manages, under the second path that the specification names. */
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

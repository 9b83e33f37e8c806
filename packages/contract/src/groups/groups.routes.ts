import { z } from 'zod';
import { defineRoute } from '../shared/define-route.ts';
import { uuid } from '../shared/ids.ts';
import { nothing } from '../shared/nothing.ts';
import { pageQuery } from '../shared/page.ts';
import {
  addParticipantsSchema,
  createGroupSchema,
  groupSchema,
  ownGroupSchema,
  participantSchema,
  updateGroupSchema,
} from './groups.schema.ts';

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

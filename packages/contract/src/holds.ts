import { z } from 'zod';
import { instant, uuid } from './fields.ts';
import { eraseGroupSchema, eraseUserSchema, holdSchema } from './forms.ts';
import { defineRoute, nothing, pageQuery } from './route.ts';

// Routes of what is kept on demand and of what is erased for good: the page loads them with its dialogs.

const stateSchema = z.object({
  hold: z.boolean(),
  reason: z.string().nullable(),
  since: instant.nullable(),
});
export type HoldState = z.infer<typeof stateSchema>;

const holdEntrySchema = z.object({
  /** One of the two is null. */
  chatId: uuid.nullable(),
  userId: uuid.nullable(),
  /** The group's name, the two of a direct chat, or the person's e-mail. */
  name: z.string(),
  reason: z.string(),
  since: instant,
  /** The e-mail of who set it. */
  by: z.string(),
});
export type Hold = z.infer<typeof holdEntrySchema>;

export const holdChat = defineRoute({
  name: 'holdChat',
  method: 'PUT',
  path: '/chats/:chatId/hold',
  access: 'admin',
  summary: 'Keep all of a chat whatever would remove it, or end that; 404 for a personal chat',
  params: z.object({ chatId: uuid }),
  body: holdSchema,
  content: stateSchema,
});

export const holdUser = defineRoute({
  name: 'holdUser',
  method: 'PUT',
  path: '/users/:userId/hold',
  access: 'admin',
  summary: 'Keep what a person wrote, their direct chats and their personal chat, or end that',
  params: z.object({ userId: uuid }),
  body: holdSchema,
  content: stateSchema,
});

export const listHolds = defineRoute({
  name: 'listHolds',
  method: 'GET',
  path: '/holds',
  access: 'admin',
  summary: 'The holds in force, newest first',
  query: z.object(pageQuery),
  content: z.array(holdEntrySchema),
});

/** A deleted person of whom something is left to erase. */
export const deletedUserSchema = z.object({
  uuid,
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  deletedAt: instant,
});
export type DeletedUser = z.infer<typeof deletedUserSchema>;

export const listDeletedUsers = defineRoute({
  name: 'listDeletedUsers',
  method: 'GET',
  path: '/users/deleted',
  access: 'admin',
  summary: 'Deleted people who are not erased, the newest deletion first',
  query: z.object(pageQuery),
  content: z.array(deletedUserSchema),
});

export const eraseUser = defineRoute({
  name: 'eraseUser',
  method: 'POST',
  path: '/users/:userId/erase',
  access: 'admin',
  summary:
    'Erase a deleted person for good, named by their e-mail; with `messages` what they wrote, too. 409 while a hold keeps something of it',
  params: z.object({ userId: uuid }),
  body: eraseUserSchema,
  content: nothing,
});

/** A deleted group whose content is left to erase. */
export const deletedGroupSchema = z.object({ uuid, name: z.string(), deletedAt: instant });
export type DeletedGroup = z.infer<typeof deletedGroupSchema>;

export const listDeletedGroups = defineRoute({
  name: 'listDeletedGroups',
  method: 'GET',
  path: '/groups/deleted',
  access: 'admin',
  summary: 'Deleted groups whose content is not erased, the newest deletion first',
  query: z.object(pageQuery),
  content: z.array(deletedGroupSchema),
});

export const eraseGroup = defineRoute({
  name: 'eraseGroup',
  method: 'DELETE',
  path: '/groups/:groupId/content',
  access: 'admin',
  summary: 'Erase the content of a deleted group for good, named by its name; never GENERAL',
  params: z.object({ groupId: uuid }),
  body: eraseGroupSchema,
  content: nothing,
});

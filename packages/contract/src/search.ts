import { z } from 'zod';
import { isBlank, limits } from './checks.ts';
import { lenientUuid, moment, rawText, uuid } from './fields.ts';
import { chatTypeSchema, messageSchema, messageTypeSchema } from './messages.ts';
import { defineRoute, sizeUpTo } from './route.ts';

/** Pieces of the text in order, which together are the snippet. `hit` marks a found piece. */
const snippetSchema = z.array(z.object({ text: z.string(), hit: z.boolean() }));
export type Snippet = z.infer<typeof snippetSchema>;

/** The chat of a found message. */
const placeSchema = z.object({
  uuid,
  chatType: chatTypeSchema,
  /** Null for a personal chat, as is the name. */
  groupUuid: uuid.nullable(),
  groupName: z.string().nullable(),
});

const foundMessageSchema = z.object({
  message: messageSchema,
  /** The other member of a direct chat; null for all other chats. */
  chat: placeSchema.extend({ counterpartEmail: z.string().nullable() }),
  snippet: snippetSchema,
});
export type FoundMessage = z.infer<typeof foundMessageSchema>;

/** A found message for an administrator, who is no member of the chat. */
const watchedMessageSchema = foundMessageSchema.extend({
  /** Both members of a direct chat; up to three members of a group chat. */
  chat: placeSchema.extend({ users: z.array(z.object({ uuid, email: z.string() })) }),
});
export type WatchedMessage = z.infer<typeof watchedMessageSchema>;

const searchErrors = {
  blank: 'Escribe qué buscar',
};

const filters = {
  chatId: lenientUuid.optional(),
  /** Limits the search to the group's chat and the caller's direct chats in the group. */
  groupId: lenientUuid.optional(),
  /** The sender. */
  from: lenientUuid.optional(),
  type: messageTypeSchema.optional(),
  /** since ≤ createdAt < until; a date begins in the company's time zone. */
  since: moment.optional(),
  until: moment.optional(),
};

const searchQuery = z
  .object({
    q: z
      .string()
      .overwrite((text) => text.trim())
      .pipe(rawText({ max: limits.searchQuery }))
      .default(''),
    ...filters,
    size: sizeUpTo(limits.foundMessages),
    /** The last message of the previous page. */
    before: lenientUuid.optional(),
  })
  .refine(
    ({ q, size, before, ...asked }) =>
      !isBlank(q) || Object.values(asked).some((filter) => filter !== undefined),
    { path: ['q'], error: searchErrors.blank },
  );
export type SearchQuery = z.output<typeof searchQuery>;

export const searchMessages = defineRoute({
  name: 'searchMessages',
  method: 'GET',
  path: '/search/messages',
  access: 'session',
  summary:
    'Messages of the chats of the caller, newest first; `q` takes words, "phrases", -exclusions, de: en: tiene: antes: después:',
  query: searchQuery,
  content: z.array(foundMessageSchema),
});

export const searchChats = defineRoute({
  name: 'searchChats',
  method: 'GET',
  path: '/chats/search',
  access: 'admin',
  summary: 'The same over all group and direct chats; each search is recorded with the chats shown',
  query: searchQuery,
  content: z.array(watchedMessageSchema),
});

import { z } from 'zod';
import { chatTypeSchema, messageSchema } from '../messages/messages.schema.ts';
import { uuid } from '../shared/ids.ts';

/** Pieces of the text in their order; put together they are the snippet. `hit` marks what was found. */
export const snippetSchema = z.array(z.object({ text: z.string(), hit: z.boolean() }));
export type Snippet = z.infer<typeof snippetSchema>;

/** Where a found message stands. */
const placeSchema = z.object({
  uuid,
  chatType: chatTypeSchema,
  /** Null for a personal chat, and the name with it. */
  groupUuid: uuid.nullable(),
  groupName: z.string().nullable(),
});

export const foundMessageSchema = z.object({
  message: messageSchema,
  /** The other one of a direct chat; null for all other chats. */
  chat: placeSchema.extend({ counterpartEmail: z.string().nullable() }),
  snippet: snippetSchema,
});
export type FoundMessage = z.infer<typeof foundMessageSchema>;

/** The same for administrators, who take no part. */
export const watchedMessageSchema = foundMessageSchema.extend({
  /** The two of a direct chat; up to three of a group chat. */
  chat: placeSchema.extend({ users: z.array(z.object({ uuid, email: z.string() })) }),
});
export type WatchedMessage = z.infer<typeof watchedMessageSchema>;

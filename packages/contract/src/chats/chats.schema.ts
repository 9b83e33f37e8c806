import { z } from 'zod';
import { chatTypeSchema, messageSchema } from '../messages/messages.schema.ts';
import { instant, uuid } from '../shared/ids.ts';

export const lastMessageSchema = messageSchema.pick({
  uuid: true,
  seq: true,
  type: true,
  content: true,
  fileName: true,
  status: true,
  createdAt: true,
  senderId: true,
  senderEmail: true,
});
export type LastMessage = z.infer<typeof lastMessageSchema>;

/** When the person was deleted, else null: their e-mail may be somebody else's since. */
const deletedAt = instant.nullable();

export const chatSchema = z.object({
  id: z.int(),
  uuid,
  type: chatTypeSchema,
  hash: z.string(),
  group: z.object({ id: z.int(), uuid, name: z.string() }).nullable(),
  /** The two of a direct chat, the owner of a personal one; up to three of a group chat, for its avatars. */
  users: z.array(z.object({ id: z.int(), uuid, email: z.string(), deletedAt })),
  lastMessage: lastMessageSchema.nullable(),
});
export type Chat = z.infer<typeof chatSchema>;

export const chatListEntrySchema = z.object({
  /** The group chat's uuid, or the other user's in a direct entry. */
  uuid,
  id: z.int(),
  email: z.string(),
  chatType: z.enum(['GROUP', 'DIRECT']),
  /** null while nobody has opened the direct chat. */
  chatUuid: uuid.nullable(),
  hash: z.string(),
  unreadCount: z.int(),
  /** The viewer's seen mark. */
  seenSeq: z.int(),
  lastMessage: lastMessageSchema.nullable(),
  /** false: the other one was removed or deleted; the history stays, nothing can be written. */
  active: z.boolean(),
  deletedAt,
});
export type ChatListEntry = z.infer<typeof chatListEntrySchema>;

import { z } from 'zod';
import { instant, uuid } from './fields.ts';
import { reasonText } from './forms.ts';
import { participantSchema } from './groups.ts';
import { chatTypeSchema, messageSchema } from './messages.ts';
import { chatNotificationsSchema } from './notifications.ts';
import { defineRoute, nothing, pageQuery, searchText } from './route.ts';

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

/** When the person was deleted, else null: the e-mail may belong to somebody else by now. */
const deletedAt = instant.nullable();

/** The caller's own reason in force for a chat of others. */
export const supervisionSchema = z.object({ reason: z.string(), expiresAt: instant });
export type Supervision = z.infer<typeof supervisionSchema>;

export const chatSchema = z.object({
  id: z.int(),
  uuid,
  type: chatTypeSchema,
  hash: z.string(),
  group: z.object({ id: z.int(), uuid, name: z.string() }).nullable(),
  /**
   * Both members of a direct chat, the owner of a personal chat, or up to three members of a group chat (for avatars).
   */
  users: z.array(z.object({ id: z.int(), uuid, email: z.string(), deletedAt })),
  lastMessage: lastMessageSchema.nullable(),
  /** The reason for which an administrator reads it now. */
  supervision: supervisionSchema.nullable(),
});
export type Chat = z.infer<typeof chatSchema>;

export interface SupervisionEvents {
  /** To a socket that watched the chat: its user may not read there any more. */
  'supervision:ended': (payload: { chatId: string }) => void;
}

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
  /**
   * With `mentions`: the unread messages that mention the viewer or reply to theirs, of the newest thousand; else 0.
   */
  calledCount: z.int(),
  /** The viewer's seen watermark. */
  seenSeq: z.int(),
  lastMessage: lastMessageSchema.nullable(),
  /** How the chat notifies the viewer. */
  notifications: chatNotificationsSchema,
  /** False after the other person was removed or deleted: the history stays, but nobody can write. */
  active: z.boolean(),
  deletedAt,
  /** The other person cannot come in for now, and reads nothing until they can. */
  blocked: z.boolean(),
});
export type ChatListEntry = z.infer<typeof chatListEntrySchema>;

const chatParams = z.object({ chatId: uuid });

export const listGroupChats = defineRoute({
  name: 'listGroupChats',
  method: 'GET',
  path: '/groups/:groupId/chats',
  access: 'session',
  summary: 'For its participants: the group chat, then one entry for every other participant',
  params: z.object({ groupId: uuid }),
  query: z.object(pageQuery),
  content: z.array(chatListEntrySchema),
});

export const getDirectChat = defineRoute({
  name: 'getDirectChat',
  method: 'GET',
  path: '/chats/users/:userId/groups/:groupId',
  access: 'session',
  summary: 'Find or make the direct chat of the caller and the user in the group',
  params: z.object({ userId: uuid, groupId: uuid }),
  content: chatSchema,
});

export const getChat = defineRoute({
  name: 'getChat',
  method: 'GET',
  path: '/chats/:chatId',
  access: 'session',
  summary: 'One chat, for its members and, unless personal, administrators',
  params: chatParams,
  content: chatSchema,
});

export const getPersonalChat = defineRoute({
  name: 'getPersonalChat',
  method: 'POST',
  path: '/chats/me',
  access: 'session',
  summary: "Find or make the caller's personal chat, which nobody else can ever read",
  content: chatSchema,
});

export const listChats = defineRoute({
  name: 'listChats',
  method: 'GET',
  path: '/chats',
  access: 'admin',
  summary: 'Group and direct chats that have a message, newest first; `search` on any participant',
  query: z.object({ search: searchText, ...pageQuery }),
  content: z.array(chatSchema),
});

export const listChatParticipants = defineRoute({
  name: 'listChatParticipants',
  method: 'GET',
  path: '/chats/:chatId/participants',
  access: 'session',
  summary: 'Who takes part now',
  params: chatParams,
  query: z.object(pageQuery),
  content: z.array(participantSchema),
});

export const openSupervision = defineRoute({
  name: 'openSupervision',
  method: 'POST',
  path: '/chats/:chatId/supervisions',
  access: 'admin',
  summary:
    'For supervisors: give a reason for which the caller reads the chat for 60 minutes; of a held chat of a deleted group it lets them ask for the export alone, and is 404 unless SUPERVISION=reason',
  params: chatParams,
  body: z.object({ reason: reasonText }),
  content: supervisionSchema.extend({ chatId: uuid, startedAt: instant }),
  status: 201,
});

export const closeSupervision = defineRoute({
  name: 'closeSupervision',
  method: 'DELETE',
  path: '/chats/:chatId/supervisions',
  access: 'admin',
  summary: "For supervisors: end the caller's own reason at once",
  params: chatParams,
  content: nothing,
});

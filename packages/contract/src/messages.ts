import { z } from 'zod';
import { isEmoji, textErrors } from './checks.ts';
import { instant, uuid } from './fields.ts';
import { defineRoute, nothing, pageQuery } from './route.ts';

export const chatTypeSchema = z.enum(['GROUP', 'DIRECT', 'PERSONAL']);
export type ChatType = z.infer<typeof chatTypeSchema>;

export const messageTypeSchema = z.enum(['TEXT', 'IMAGE', 'VIDEO', 'FILE'], {
  error: 'Tipo de mensaje no válido',
});
export type MessageType = z.infer<typeof messageTypeSchema>;

const messageStatusSchema = z.enum(['SENT', 'DELIVERED', 'SEEN']);
export type MessageStatus = z.infer<typeof messageStatusSchema>;

export const mentionSchema = z.object({ uuid, email: z.string() });
export type Mention = z.infer<typeof mentionSchema>;

const reactionSchema = z.object({
  userUuid: uuid,
  userEmail: z.string(),
  emoji: z.string(),
  reactedAt: instant,
});
export type Reaction = z.infer<typeof reactionSchema>;

export const messageSchema = z.object({
  uuid,
  id: z.int(),
  /** The position in the chat: 1, 2, 3 … without gaps. */
  seq: z.int(),
  chatId: uuid,
  chatUuid: uuid,
  chatType: chatTypeSchema,
  /** The chat's identity, equal to the `hash` of its list entry. */
  hash: z.string(),
  groupId: uuid.nullable(),
  groupUuid: uuid.nullable(),
  senderId: uuid,
  senderEmail: z.string(),
  type: messageTypeSchema,
  content: z.string(),
  mediaUrl: z.string().nullable(),
  fileName: z.string().nullable(),
  /** In bytes. */
  fileSize: z.int().nullable(),
  /** An image's size in pixels, to reserve its space while it loads; null if unknown. */
  mediaWidth: z.int().nullable(),
  mediaHeight: z.int().nullable(),
  /** The media type of the file: by its bytes where it is shown in place, else by the extension of its name. */
  mimeType: z.string().nullable(),
  /** The length of a recording; null if unknown. */
  durationMs: z.int().nullable(),
  /** The loudness of a recording from beginning to end, from 0 to 100. */
  waveform: z.array(z.int()).nullable(),
  status: messageStatusSchema,
  createdAt: instant,
  /** The time of the last change of content or mentions; of two copies the later one counts. */
  editedAt: instant.nullable(),
  /** A copy of another message, forwarded by its sender. */
  forwarded: z.boolean(),
  /** The sender's own id for the message; it joins the pending copy with the stored one. */
  referenceId: z.string().nullable(),
  replyToMessageUuid: uuid.nullable(),
  replyToMessageContent: z.string().nullable(),
  replyToMessageSenderId: uuid.nullable(),
  replyToMessageSenderEmail: z.string().nullable(),
  replyToMessageMediaUrl: z.string().nullable(),
  reactions: z.array(reactionSchema),
  mentions: z.array(mentionSchema),
});
export type Message = z.infer<typeof messageSchema>;

/** The text of a message before its author edited or deleted it (rules/edits 10). */
const originalSchema = z.object({
  content: z.string(),
  mentions: z.array(mentionSchema),
  fileName: z.string().nullable(),
  /** The text was visible from `from` until `until`. */
  from: instant,
  until: instant,
  reason: z.enum(['EDITED', 'DELETED']),
});
export type Original = z.infer<typeof originalSchema>;

const personSchema = z.object({ uuid, email: z.string() });

/** `at`: when the person's watermark passed the message; null for a move before times were stored. */
const reachedSchema = personSchema.extend({ at: instant.nullable() });
export type Reached = z.infer<typeof reachedSchema>;

/**
 * The people who may see a message, each in the furthest list only: seen, delivered or pending (rules/information 1).
 */
const informationSchema = z.object({
  seenBy: z.array(reachedSchema),
  deliveredTo: z.array(reachedSchema),
  pending: z.array(personSchema),
});
export type Information = z.infer<typeof informationSchema>;

/** The member `userId` has got the chat's messages up to `deliveredSeq` and seen them up to `seenSeq`, since `at`. */
export interface MarkMoved {
  chatId: string;
  userId: string;
  deliveredSeq: number;
  seenSeq: number;
  at: string;
}

/** `senderId` reacted; `emoji` null: took it back. */
export interface ReactionEvent {
  chatId: string;
  messageId: string;
  emoji: string | null;
  senderId: string;
  senderEmail: string;
  reactedAt: string;
}

/** The message after the edit; `newMentions` are the people whom it mentions for the first time. */
export type EditedMessage = Message & { newMentions: string[] };

export interface MessageEvents {
  /** To administrators: a group or direct chat got its first message and is listed from now on. */
  'chat:started': (payload: { chatId: string }) => void;
  /** To every socket of every member of the chat, the sender's included. */
  message: (message: Message) => void;
  /** Edits, deletions and reactions go to the same sockets, and to watchers. */
  'message:edited': (message: EditedMessage) => void;
  'message:deleted': (payload: { chatId: string; messageId: string }) => void;
  'message:reacted': (reaction: ReactionEvent) => void;
  /** To the authors of the messages that the watermark has passed. */
  'message:info': (moved: MarkMoved) => void;
}

export const listMessages = defineRoute({
  name: 'listMessages',
  method: 'GET',
  path: '/chats/:chatId/messages',
  access: 'session',
  summary:
    'Pages of 50, oldest first: `page` 1 is the newest; `before`, `after` and `around` a message, and `aroundSeq`, do not drift',
  params: z.object({ chatId: uuid }),
  query: z.object({
    page: pageQuery.page,
    /** A size out of range is refused as in any list; a valid size changes nothing: pages have 50 messages. */
    size: pageQuery.size,
    before: z.string().optional(),
    after: z.string().optional(),
    /** A message uuid: the page has the message in its middle. */
    around: z.string().optional(),
    /** A `seq`: the page has this position in its middle, even if its message was deleted. */
    aroundSeq: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER).optional(),
  }),
  content: z.array(messageSchema),
});

export const deleteMessage = defineRoute({
  name: 'deleteMessage',
  method: 'DELETE',
  path: '/chats/:chatId/messages/:messageId',
  access: 'admin',
  summary: 'The message is gone for everybody at once; replies to it keep their place',
  params: z.object({ chatId: uuid, messageId: uuid }),
  content: nothing,
});

export const deleteOwnMessage = defineRoute({
  name: 'deleteOwnMessage',
  method: 'DELETE',
  path: '/chats/messages/:messageId',
  access: 'session',
  summary: 'Its author takes the message away from everybody, within `deleteMinutes`',
  params: z.object({ messageId: uuid }),
  content: nothing,
});

export const listOriginals = defineRoute({
  name: 'listOriginals',
  method: 'GET',
  path: '/chats/messages/:messageId/history',
  access: 'session',
  summary:
    'What the message said before its author edited or deleted it, for administrators, oldest first, paged 50 by default; each reading is recorded',
  params: z.object({ messageId: uuid }),
  query: z.object(pageQuery),
  content: z.array(originalSchema),
});

export const reactToMessage = defineRoute({
  name: 'reactToMessage',
  method: 'POST',
  path: '/chats/messages/:messageId/react',
  access: 'session',
  summary: "Set the caller's one emoji on a message; the same one again changes nothing",
  params: z.object({ messageId: uuid }),
  body: z.object({
    emoji: z.string({ error: textErrors.invalid }).refine(isEmoji, {
      error: 'Elige un solo emoji',
    }),
  }),
  content: reactionSchema,
});

export const removeReaction = defineRoute({
  name: 'removeReaction',
  method: 'DELETE',
  path: '/chats/messages/:messageId/react',
  access: 'session',
  summary: "Take the caller's emoji off a message; without one nothing changes",
  params: z.object({ messageId: uuid }),
  content: nothing,
});

export const getInformation = defineRoute({
  name: 'getInformation',
  method: 'GET',
  path: '/chats/messages/:messageId/info',
  access: 'session',
  summary:
    'Who has seen the message, who has got it, and who has not, with times: for its author, and for administrators, of whom each reading is recorded',
  params: z.object({ messageId: uuid }),
  content: informationSchema,
});

export const getFile = defineRoute({
  name: 'getFile',
  method: 'GET',
  path: '/files/:fileId',
  access: 'session',
  summary:
    'The bytes of a file, for who may read its message; `size=thumb` is an image in at most 480 pixels, or 404; the cookie of sign-in is taken too',
  params: z.object({ fileId: uuid }),
  query: z.object({
    /** `thumb`: an image's small variant. */
    size: z.enum(['thumb'], { error: textErrors.invalid }).optional(),
  }),
  isFile: true,
  content: z.unknown(),
});

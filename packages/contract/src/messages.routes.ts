import { z } from 'zod';
import { uuid } from './fields.ts';
import {
  createdMessageSchema,
  editMessageSchema,
  messageSchema,
  originalSchema,
  replyToMessageSchema,
  sendMessageHeaders,
  sendMessageSchema,
} from './messages.ts';
import { defineRoute, nothing, pageQuery } from './route.ts';

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

export const sendMessage = defineRoute({
  name: 'sendMessage',
  method: 'POST',
  path: '/chats/:chatId/messages',
  access: 'session',
  summary:
    'Write into a chat, a recording with its `waveform`; the same `referenceId`, or `Idempotency-Key` without one, again answers 200 with the first message',
  params: z.object({ chatId: uuid }),
  headers: sendMessageHeaders,
  body: sendMessageSchema,
  multipart: true,
  content: z.array(createdMessageSchema),
  status: 201,
});

export const replyToMessage = defineRoute({
  name: 'replyToMessage',
  method: 'POST',
  path: '/chats/messages/:messageId/reply',
  access: 'session',
  summary:
    'Answer a TEXT or IMAGE message in its chat, with words or with a file; repeatable as a send is',
  params: z.object({ messageId: uuid }),
  body: replyToMessageSchema,
  multipart: true,
  content: z.array(createdMessageSchema),
  status: 201,
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

export const editMessage = defineRoute({
  name: 'editMessage',
  method: 'PUT',
  path: '/chats/messages/:messageId',
  access: 'session',
  summary:
    'Its author changes the text and the mentions of a TEXT, or the caption of a file, within `editMinutes`',
  params: z.object({ messageId: uuid }),
  body: editMessageSchema,
  content: messageSchema,
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

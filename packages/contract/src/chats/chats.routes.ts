import { z } from 'zod';
import { participantSchema } from '../groups/groups.schema.ts';
import { defineRoute } from '../shared/define-route.ts';
import { uuid } from '../shared/ids.ts';
import { pageQuery, searchText } from '../shared/page.ts';
import { chatListEntrySchema, chatSchema } from './chats.schema.ts';

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

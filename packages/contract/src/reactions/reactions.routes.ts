import { z } from 'zod';
import { defineRoute } from '../shared/define-route.ts';
import { uuid } from '../shared/ids.ts';
import { nothing } from '../shared/nothing.ts';
import { reactionSchema, reactSchema } from './reactions.schema.ts';

export const reactToMessage = defineRoute({
  name: 'reactToMessage',
  method: 'POST',
  path: '/chats/messages/:messageId/react',
  access: 'session',
  summary: "Set the caller's one emoji on a message; the same one again changes nothing",
  params: z.object({ messageId: uuid }),
  body: reactSchema,
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

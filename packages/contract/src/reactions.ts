import { z } from 'zod';
import { isEmoji } from './checks.ts';
import { instant, uuid } from './fields.ts';
import { defineRoute, nothing } from './route.ts';
import { textErrors } from './texts.ts';

export const reactionSchema = z.object({
  userUuid: uuid,
  userEmail: z.string(),
  emoji: z.string(),
  reactedAt: instant,
});
export type Reaction = z.infer<typeof reactionSchema>;

const reactSchema = z.object({
  emoji: z.string({ error: textErrors.invalid }).refine(isEmoji, { error: 'Elige un solo emoji' }),
});

/** `senderId` reacted; `emoji` null: took it back. */
export interface ReactionEvent {
  chatId: string;
  messageId: string;
  emoji: string | null;
  senderId: string;
  senderEmail: string;
  reactedAt: string;
}

export interface ReactionEvents {
  /** To every socket of every member of the chat, and to watchers. */
  'message:reacted': (reaction: ReactionEvent) => void;
}

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

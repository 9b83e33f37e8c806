import { z } from 'zod';
import { instant, uuid } from './fields.ts';
import { defineRoute } from './route.ts';

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

/** Whether a user is blocked from now on. */
export interface Standing {
  userId: string;
  blocked: boolean;
}

export interface InformationEvents {
  /** To the authors of the messages that the watermark has passed. */
  'message:info': (moved: MarkMoved) => void;
  /**
   * To members of the user's groups and administrators: the user was blocked and leaves the list, or unblocked and
   * returns. Chat lists say the same of them.
   */
  'standing:changed': (payload: Standing) => void;
}

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

import { z } from 'zod';
import { instant, uuid } from './fields.ts';
import { defineRoute } from './route.ts';

const personSchema = z.object({ uuid, email: z.string() });

/** `at`: when their mark passed the message; null where that was before times were stored. */
const reachedSchema = personSchema.extend({ at: instant.nullable() });
export type Reached = z.infer<typeof reachedSchema>;

/** Who has got and seen a message: each who may, in the furthest list alone (rules/information 1). */
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

export interface InformationEvents {
  /** To the authors of the messages that the mark has passed. */
  'message:info': (moved: MarkMoved) => void;
  /** To members of the user's groups and administrators: the user was blocked or unblocked, and is listed or no longer. */
  'standing:changed': (payload: { userId: string }) => void;
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

import { z } from 'zod';
import { isBlank } from './checks.ts';
import { instant, uuid, uuidList } from './fields.ts';
import { mentionSchema, messageSchema, referenceId, textContent } from './messages.ts';
import { defineRoute, nothing, pageQuery } from './route.ts';
import { messageErrors, textErrors } from './texts.ts';

/** Why one was not sent at its time: its author may not write there, or nobody served for an hour. */
const dropReasonSchema = z.enum(['NOT_ALLOWED', 'LATE']);
export type DropReason = z.infer<typeof dropReasonSchema>;

/**
 * A text that waits for its time. `droppedAt`: it was not sent then. `messageId`: the message that it became, in the
 * answer to a repeat.
 */
export const scheduledSchema = z.object({
  uuid,
  chatId: uuid,
  content: z.string(),
  mentions: z.array(mentionSchema),
  referenceId: z.string().nullable(),
  sendAt: instant,
  createdAt: instant,
  droppedAt: instant.nullable(),
  reason: dropReasonSchema.nullable(),
  messageId: uuid.nullable(),
});
export type Scheduled = z.infer<typeof scheduledSchema>;

const scheduledParams = z.object({ scheduledId: uuid });

/** When a text is to be sent, and whom it mentions. */
const scheduledFields = {
  content: textContent.refine((content) => !isBlank(content), { error: messageErrors.blank }),
  sendAt: z.iso.datetime({ offset: true, error: textErrors.invalid }),
  mentionedUserIds: uuidList()
    .nullish()
    .transform((value) => value ?? []),
};

export const scheduleMessage = defineRoute({
  name: 'scheduleMessage',
  method: 'POST',
  path: '/chats/:chatId/scheduled',
  access: 'session',
  summary:
    'Have a text sent at its time, at most 1 year ahead; the same `referenceId` again answers 200',
  params: z.object({ chatId: uuid }),
  body: z.object({ ...scheduledFields, referenceId }),
  content: scheduledSchema,
  status: 201,
});

export const listScheduled = defineRoute({
  name: 'listScheduled',
  method: 'GET',
  path: '/scheduled',
  access: 'session',
  summary: "The caller's own scheduled messages, by their time; dropped ones stay until deleted",
  query: z.object(pageQuery),
  content: z.array(scheduledSchema),
});

export const getScheduled = defineRoute({
  name: 'getScheduled',
  method: 'GET',
  path: '/scheduled/:scheduledId',
  access: 'session',
  summary: 'One own scheduled message; once sent it is gone',
  params: scheduledParams,
  content: scheduledSchema,
});

export const editScheduled = defineRoute({
  name: 'editScheduled',
  method: 'PUT',
  path: '/scheduled/:scheduledId',
  access: 'session',
  summary: 'Its author says it anew, or another time for it; a dropped one waits again',
  params: scheduledParams,
  body: z.object(scheduledFields),
  content: scheduledSchema,
});

export const sendScheduled = defineRoute({
  name: 'sendScheduled',
  method: 'POST',
  path: '/scheduled/:scheduledId/send',
  access: 'session',
  summary: 'Its author has it sent now, a dropped one too; it waits no more',
  params: scheduledParams,
  content: messageSchema,
});

export const deleteScheduled = defineRoute({
  name: 'deleteScheduled',
  method: 'DELETE',
  path: '/scheduled/:scheduledId',
  access: 'session',
  summary: 'Cancel an own scheduled message, or put a dropped one away',
  params: scheduledParams,
  content: nothing,
});

export interface ScheduledEvents {
  /** To its author: it was not sent at its time. */
  'scheduled:dropped': (payload: { uuid: string; chatId: string; reason: DropReason }) => void;
}

import { z } from 'zod';
import { isBlank, limits, messageErrors, textErrors } from './checks.ts';
import { instant, lenientUuid, rawText, uuid, uuidList } from './fields.ts';
import { type MessageType, mentionSchema, messageSchema, messageTypeSchema } from './messages.ts';
import { defineRoute, type FormFileField, formFileSchema, nothing, pageQuery } from './route.ts';

// Messages as people write them: sent now, as a reply, as another text for an own one, or at a later time.

/** The text of a message. */
export const textContent = rawText({
  error: messageErrors.blank,
  max: limits.content,
  tooLong: messageErrors.tooLong,
});
/** The sender's own id for a message; null without one. */
export const referenceId = rawText({ max: limits.referenceId })
  .min(1, { error: textErrors.invalid })
  .nullish()
  .transform((value) => value ?? null);

const fromJson =
  (message: string) =>
  (text: string, ctx: z.RefinementCtx): unknown => {
    try {
      return JSON.parse(text || '[]');
    } catch {
      ctx.addIssue({ code: 'custom', message });
      return z.NEVER;
    }
  };
// In a multipart form the list travels as JSON text (rules/mentions 2).
const mentionedUuids = z
  .union([z.array(z.custom<string>()), z.string().transform(fromJson(textErrors.invalid))], {
    error: textErrors.invalid,
  })
  .pipe(uuidList())
  .nullish();
const mentionedUserIds = mentionedUuids.transform((value) => value ?? []);

const loudness = z.array(z.int().min(0).max(limits.loudest)).max(limits.waveform);
/** The loudness of a recording, as JSON text in a multipart form; stored for audio only (rules/voice 6). */
const waveform = z
  .union([loudness, z.string().transform(fromJson(messageErrors.waveform))], {
    error: messageErrors.waveform,
  })
  .meta({ description: 'Of a recording, how loud it is: up to 200 integers from 0 to 100' })
  .pipe(
    z.custom<number[]>((value) => loudness.safeParse(value).success, {
      error: messageErrors.waveform,
    }),
  )
  .nullish()
  .transform((value) => (value?.length ? value : null));

interface DraftFields {
  type: MessageType;
  content: string;
  image?: FormFileField;
}
const mayCarryFile = ({ type, image }: DraftFields) => type !== 'TEXT' || image === undefined;
const saysEnough = ({ type, content }: DraftFields) => type !== 'TEXT' || !isBlank(content);
const fileNotAllowed = { path: ['image'], error: messageErrors.fileNotAllowed };
const blank = { path: ['content'], error: messageErrors.blank };

const withFile = <Draft extends DraftFields>({ image, ...draft }: Draft) => ({
  ...draft,
  file: image ?? undefined,
});

const draftFields = {
  referenceId,
  mentionedUserIds,
  waveform,
  /** The file, in a multipart form. */
  image: formFileSchema,
};

const isForward = (body: unknown): body is { forwardedFrom: unknown; referenceId?: unknown } =>
  typeof body === 'object' &&
  body !== null &&
  'forwardedFrom' in body &&
  body.forwardedFrom != null;

/** In a forward all other fields are ignored, even if wrong or missing (rules/forwards 1). */
const ignoringTheRest = (body: unknown) =>
  isForward(body)
    ? { type: 'TEXT', forwardedFrom: body.forwardedFrom, referenceId: body.referenceId }
    : body;

const sendMessageSchema = z.preprocess(
  ignoringTheRest,
  z
    .object({
      content: textContent.default(''),
      type: messageTypeSchema,
      /** Ignored: the chat says which group it belongs to. */
      groupUuid: z.unknown().optional(),
      /** The message to forward with its text and file; it replaces all fields below. */
      forwardedFrom: lenientUuid.nullish(),
      ...draftFields,
    })
    .refine(mayCarryFile, fileNotAllowed)
    .refine((draft) => draft.forwardedFrom != null || saysEnough(draft), blank)
    .transform(withFile),
);

/** The id of a send in a header: the body of a personal chat's send has no field for it (rules/messages 7). */
const sendMessageHeaders = z.object({ 'idempotency-key': referenceId });

/** A reply without a type is a text (rules/messages 16). */
const replyToMessageSchema = z
  .object({
    content: textContent.default(''),
    type: messageTypeSchema.default('TEXT'),
    ...draftFields,
  })
  .refine(mayCarryFile, fileNotAllowed)
  .refine(saysEnough, blank)
  .transform(withFile);

/** The answer to the sender for each new message. */
const createdMessageSchema = messageSchema.pick({
  uuid: true,
  id: true,
  referenceId: true,
  chatUuid: true,
  seq: true,
  createdAt: true,
  status: true,
});
export type CreatedMessage = z.infer<typeof createdMessageSchema>;

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

/** The new text of an own message. The message's type decides whether the text may be empty. */
const editMessageSchema = z.object({
  content: textContent.nullable(),
  /** Without this field the present mentions stay. */
  mentionedUserIds: mentionedUuids.transform((value) => value ?? undefined),
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

/** Why one was not sent at its time: its author may not write there, or nobody served for an hour. */
const dropReasonSchema = z.enum(['NOT_ALLOWED', 'LATE']);
export type DropReason = z.infer<typeof dropReasonSchema>;

/**
 * A text that waits for its time. `droppedAt`: it was not sent then. `messageId`: the message that it became, in the
 * answer to a repeat.
 */
const scheduledSchema = z.object({
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

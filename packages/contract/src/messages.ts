import { z } from 'zod';
import { isBlank, limits } from './checks.ts';
import { instant, lenientUuid, rawText, uuid, uuidList } from './fields.ts';
import { type FormFileField, formFileSchema } from './files.ts';
import { reactionSchema } from './reactions.ts';
import { messageErrors, textErrors } from './texts.ts';

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

export const sendMessageSchema = z.preprocess(
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
export const sendMessageHeaders = z.object({ 'idempotency-key': referenceId });

/** A reply without a type is a text (rules/messages 16). */
export const replyToMessageSchema = z
  .object({
    content: textContent.default(''),
    type: messageTypeSchema.default('TEXT'),
    ...draftFields,
  })
  .refine(mayCarryFile, fileNotAllowed)
  .refine(saysEnough, blank)
  .transform(withFile);

/** The answer to the sender for each new message. */
export const createdMessageSchema = messageSchema.pick({
  uuid: true,
  id: true,
  referenceId: true,
  chatUuid: true,
  seq: true,
  createdAt: true,
  status: true,
});
export type CreatedMessage = z.infer<typeof createdMessageSchema>;

/** The new text of an own message. The message's type decides whether the text may be empty. */
export const editMessageSchema = z.object({
  content: textContent.nullable(),
  /** Without this field the present mentions stay. */
  mentionedUserIds: mentionedUuids.transform((value) => value ?? undefined),
});

/** The text of a message before its author edited or deleted it (rules/edits 10). */
export const originalSchema = z.object({
  content: z.string(),
  mentions: z.array(mentionSchema),
  fileName: z.string().nullable(),
  /** The text was visible from `from` until `until`. */
  from: instant,
  until: instant,
  reason: z.enum(['EDITED', 'DELETED']),
});
export type Original = z.infer<typeof originalSchema>;

/** The message after the edit; `newMentions` are the people whom it mentions for the first time. */
export type EditedMessage = Message & { newMentions: string[] };

export interface MessageEvents {
  /** To administrators: a group or direct chat got its first message and is listed from now on. */
  'chat:started': (payload: { chatId: string }) => void;
  /** To every socket of every member of the chat, the sender's included. */
  message: (message: Message) => void;
  /** Edits and deletions go to the same sockets, and to watchers. */
  'message:edited': (message: EditedMessage) => void;
  'message:deleted': (payload: { chatId: string; messageId: string }) => void;
}

import { z } from 'zod';
import { isBlank } from './checks.ts';
import { instant, rawText, soughtId, uuid, uuidList } from './fields.ts';
import { type FormFileField, formFileSchema } from './files.ts';
import { limits } from './limits.ts';
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

const mentionSchema = z.object({ uuid, email: z.string() });
export type Mention = z.infer<typeof mentionSchema>;

export const messageSchema = z.object({
  uuid,
  id: z.int(),
  /** Its place in the chat: 1, 2, 3 … without gaps. */
  seq: z.int(),
  chatId: uuid,
  chatUuid: uuid,
  chatType: chatTypeSchema,
  /** The chat's identity, the same on its list entry. */
  hash: z.string(),
  groupId: uuid.nullable(),
  groupUuid: uuid.nullable(),
  senderId: uuid,
  senderEmail: z.string(),
  type: messageTypeSchema,
  content: z.string(),
  mediaUrl: z.string().nullable(),
  fileName: z.string().nullable(),
  /** Bytes. */
  fileSize: z.int().nullable(),
  /** Pixels of an image, so that its place is kept while it loads; null where they are not known. */
  mediaWidth: z.int().nullable(),
  mediaHeight: z.int().nullable(),
  /** The kind of its file, by the bytes. */
  mimeType: z.string().nullable(),
  /** How long a recording sounds; null where it is not known. */
  durationMs: z.int().nullable(),
  /** How loud a recording is from its beginning to its end, from 0 to 100. */
  waveform: z.array(z.int()).nullable(),
  status: messageStatusSchema,
  createdAt: instant,
  /** When its content or mentions were last changed; of two copies the later one counts. */
  editedAt: instant.nullable(),
  /** A copy of another message, passed on by its sender. */
  forwarded: z.boolean(),
  /** The sender's own name for the message; joins the pending copy with the stored one. */
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

const content = rawText({
  error: messageErrors.blank,
  max: limits.content,
  tooLong: messageErrors.tooLong,
});
const referenceId = rawText({ max: limits.referenceId })
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
/** How loud a recording is, as JSON text in a multipart form; kept with sound alone (rules/voice 6). */
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

/** Of a forward nothing else is looked at, were it wrong or missing (rules/forwards 1). */
const ignoringTheRest = (body: unknown) =>
  isForward(body)
    ? { type: 'TEXT', forwardedFrom: body.forwardedFrom, referenceId: body.referenceId }
    : body;

export const sendMessageSchema = z.preprocess(
  ignoringTheRest,
  z
    .object({
      content: content.default(''),
      type: messageTypeSchema,
      /** The chat itself says which group it belongs to. */
      groupUuid: z.unknown().optional(),
      /** The message whose text and file are sent on, instead of all below. */
      forwardedFrom: soughtId.nullish(),
      ...draftFields,
    })
    .refine(mayCarryFile, fileNotAllowed)
    .refine((draft) => draft.forwardedFrom != null || saysEnough(draft), blank)
    .transform(withFile),
);

/** A name for the send from outside its body, which a personal chat's has no place for (rules/messages 7). */
export const sendMessageHeaders = z.object({ 'idempotency-key': referenceId });

/** Without a type it is words alone (rules/messages 16). */
export const replyToMessageSchema = z
  .object({
    content: content.default(''),
    type: messageTypeSchema.default('TEXT'),
    ...draftFields,
  })
  .refine(mayCarryFile, fileNotAllowed)
  .refine(saysEnough, blank)
  .transform(withFile);

/** What the sender gets for each message created. */
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

/** What an own message says from now on. Whether it may say nothing depends on its type. */
export const editMessageSchema = z.object({
  content: content.nullable(),
  /** Without them those that there are stay. */
  mentionedUserIds: mentionedUuids.transform((value) => value ?? undefined),
});

/** What a message said before its author edited or deleted it (rules/edits 10). */
export const originalSchema = z.object({
  content: z.string(),
  mentions: z.array(mentionSchema),
  fileName: z.string().nullable(),
  /** It was to be read from then until then. */
  from: instant,
  until: instant,
  reason: z.enum(['EDITED', 'DELETED']),
});
export type Original = z.infer<typeof originalSchema>;

/** The message as it is now; `newMentions` are those whom only this edit mentions. */
export type EditedMessage = Message & { newMentions: string[] };

export interface MessageEvents {
  /** To administrators: a group or direct chat has got its first message, so it is listed from now on. */
  'chat:started': (payload: { chatId: string }) => void;
  /** To every socket of every member of the chat, the sender's included. */
  message: (message: Message) => void;
  /** These two to the same sockets, and to watchers. */
  'message:edited': (message: EditedMessage) => void;
  'message:deleted': (payload: { chatId: string; messageId: string }) => void;
}

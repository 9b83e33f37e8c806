import type { Message, MessageType } from '@chat/contract/messages';
import type { FormFile } from '@chat/contract/route';
import type { CreatedMessage } from '@chat/contract/writing';
import type { FastifyRequest } from 'fastify';
import { Answer } from '../../../http/answer.ts';
import { type Intake, RefusedFile } from '../../../http/bodies.ts';
import type { Viewer } from '../../../http/viewer.ts';
import { administratorsRoom, type ChatAudience, roomsOf } from '../../../realtime/live-sockets.ts';
import type { Realtime } from '../../../realtime/publish.ts';
import { newUuid } from '../../../shared/new-uuid.ts';
import { accessQuoted, accessWritableChat, refuseSend } from '../access/chat.access.ts';
import type { ChatContext } from '../context.ts';
import { copyFile, discardFile, type StoredFile, storeFile } from '../files/files.actions.ts';
import { openFileIntake, type Sent, withinLimits } from '../limits/limits.actions.ts';
import { announceSeenByWriting } from '../receipts/receipts.actions.ts';
import { type NewMessage, NO_MESSAGE, type SentRow } from '../store/insert-messages.queries.ts';
import { findForwardable, isReferenceStored, type QuotedRow } from '../store/messages.queries.ts';
import { chatOfSent, presentCreated, presentMessage, rowOfSent } from './messages.present.ts';

export interface MessageDraft {
  type: NewMessage['type'];
  content: string;
  referenceId: string | null;
  mentionedUserIds: string[];
  file?: FormFile | undefined;
  waveform?: number[] | null | undefined;
}

type StorableMessage = NewMessage & { file: StoredFile | null };
/** Whoever a message is from; they need not be signed in. */
type Sender = Pick<Viewer, 'id' | 'uuid' | 'email'>;

/** `quoted` is the message that a reply answers. */
export function sendMessage(
  ctx: ChatContext,
  viewer: Viewer,
  chatUuid: string,
  { type, content, referenceId, mentionedUserIds, file: received, waveform }: MessageDraft,
  quoted?: QuotedRow,
): Promise<Answer<CreatedMessage[]>> {
  const repeat = (sent: Sent) => sendRepeat(ctx, viewer, sent);
  return withinLimits(ctx, viewer, { chatUuid, referenceId, repeat }, async (claim) => {
    if (received instanceof RefusedFile) throw received.refusal;
    await claim.store(content, received?.size);
    const upload = { type, file: received, waveform };
    const file = type === 'TEXT' ? null : await storeFile(ctx, viewer.id, upload);
    const message: StorableMessage = {
      uuid: newUuid(),
      chatUuid,
      senderId: viewer.id,
      referenceId,
      type,
      content,
      replyToId: quoted?.id ?? null,
      forwardedId: null,
      file,
      mentionedUserIds,
    };
    return storeMessage(ctx, viewer, message, quoted);
  });
}

/** Like a copy of nothing: only the message that there is already can come of it. */
async function sendRepeat(ctx: ChatContext, viewer: Viewer, sent: Sent) {
  if (!(await isReferenceStored(ctx.db, { ...sent, senderId: viewer.id }))) return undefined;
  const type: MessageType = 'TEXT';
  const draft = { type, content: '', mentionedUserIds: [], replyToId: null, file: null };
  const own = { uuid: newUuid(), senderId: viewer.id, forwardedId: NO_MESSAGE };
  return storeMessage(ctx, viewer, { ...draft, ...own, ...sent });
}

/** A file of the message waits for it, and goes again when the message is not stored. */
async function storeMessage(
  ctx: ChatContext,
  viewer: Viewer,
  message: StorableMessage,
  quoted?: QuotedRow,
): Promise<Answer<CreatedMessage[]>> {
  const { file } = message;
  const row = await insertAndAnnounce(ctx, viewer, message, quoted);
  if (file) await claimOrDiscardFile(ctx, viewer, file, row);
  if (!row) return refuseSend(ctx.db, viewer, message.chatUuid);
  return new Answer([presentCreated(message, row)], { status: row.isNew ? 201 : 200 });
}

async function insertAndAnnounce(
  ctx: ChatContext,
  sender: Sender,
  message: NewMessage,
  quoted?: QuotedRow,
): Promise<SentRow | undefined> {
  // The statement that writes asks whether they may: asking before would cost each message a round trip (decision 9).
  const row = await ctx.messages.insert(message, (stored) =>
    announceSent(ctx, sender, message, stored, quoted),
  );
  if (row?.isNew) {
    ctx.indexer.wake();
    ctx.pushHints.sent(row.chat.id);
  }
  return row;
}

/** A text that waits, with all that its message is made of. */
export type ScheduledText = Pick<
  NewMessage,
  'uuid' | 'chatUuid' | 'content' | 'referenceId' | 'mentionedUserIds'
> &
  Required<Pick<NewMessage, 'scheduled'>>;

const messageOf = (sender: Sender, text: ScheduledText): NewMessage => ({
  type: 'TEXT',
  replyToId: null,
  forwardedId: null,
  file: null,
  ...text,
  senderId: sender.id,
});

/**
 * Sends a text that waits, without its author being there. False when they may not write there, or it does not wait any
 * more as it was read.
 */
export async function sendWaiting(
  ctx: ChatContext,
  sender: Sender,
  text: ScheduledText,
): Promise<boolean> {
  return (await insertAndAnnounce(ctx, sender, messageOf(sender, text))) !== undefined;
}

/** Sends a waiting text now, as its author asks; undefined where `sendWaiting` gives false or it is stored already. */
export async function sendWaitingNow(
  ctx: ChatContext,
  sender: Sender,
  text: ScheduledText,
): Promise<Message | undefined> {
  const message = messageOf(sender, text);
  const row = await insertAndAnnounce(ctx, sender, message);
  if (!row?.isNew) return undefined;
  return presentMessage(chatOfSent(row), rowOfSent(sender, message, row, undefined));
}

/** Sends a copy of a message that the sender reads as a member now; it says nothing of where it comes from. */
export function forwardMessage(
  ctx: ChatContext,
  viewer: Viewer,
  chatUuid: string,
  messageUuid: string,
  referenceId: string | null,
): Promise<Answer<CreatedMessage[]>> {
  const repeat = (sent: Sent) => sendRepeat(ctx, viewer, sent);
  return withinLimits(ctx, viewer, { chatUuid, referenceId, repeat }, async (claim) => {
    await accessWritableChat(ctx.db, viewer, chatUuid);
    const source = await findForwardable(ctx.db, messageUuid, viewer);
    // A forward of a deleted message goes on: it may be a repeat, which the statement knows.
    const { id: forwardedId, type, content } = source ?? gone;
    await claim.store(content, source?.file?.size);
    const file = source?.file ? await copyFile(ctx, source.file) : null;
    const own = { uuid: newUuid(), senderId: viewer.id, chatUuid };
    const copy = { type, content, referenceId, mentionedUserIds: [], replyToId: null };
    return storeMessage(ctx, viewer, { ...copy, ...own, forwardedId, file });
  });
}

const gone = { id: NO_MESSAGE, type: 'TEXT', content: '' } as const;

export async function replyToMessage(
  ctx: ChatContext,
  viewer: Viewer,
  messageUuid: string,
  draft: MessageDraft,
): Promise<Answer<CreatedMessage[]>> {
  const quoted = await accessQuoted(ctx.db, viewer, messageUuid);
  return sendMessage(ctx, viewer, quoted.chatUuid, draft, quoted);
}

/** To be asked before a form with its file is taken in. */
export const admitSender = ({ db }: ChatContext, viewer: Viewer, chatUuid: string): Promise<void> =>
  accessWritableChat(db, viewer, chatUuid);

/** Admits the sender of an answer, before a form with its file is taken in. */
export async function admitReply({ db }: ChatContext, viewer: Viewer, messageUuid: string) {
  const { chatUuid } = await accessQuoted(db, viewer, messageUuid);
  await accessWritableChat(db, viewer, chatUuid);
}

/** Watches the file of a message come in, for its sender's limits; an answer's chat is that of `messageUuid`. */
export function watchFile(
  ctx: ChatContext,
  { viewer, request: { headers } }: { viewer: Viewer; request: FastifyRequest },
  place: { chatId: string } | { messageId: string },
  fields: Record<string, unknown>,
): Intake {
  const { referenceId } = fields;
  const reference = referenceId ?? ('chatId' in place ? headers['idempotency-key'] : undefined);
  return openFileIntake(ctx, viewer, {
    left: Number(headers['content-length'] ?? 0) - JSON.stringify(fields).length,
    referenceId: typeof reference === 'string' ? reference : undefined,
    findChat: async () =>
      'chatId' in place
        ? place.chatId
        : (await accessQuoted(ctx.db, viewer, place.messageId)).chatUuid,
  });
}

/** Writing is seeing: the sender may be the last one others waited for, and their other tabs have unread counters. */
function announceSent(
  ctx: ChatContext,
  sender: Sender,
  message: NewMessage,
  row: SentRow,
  quoted: QuotedRow | undefined,
): void {
  const { chat, seenBefore } = row;
  try {
    const sent = rowOfSent(sender, message, row, quoted);
    announceMessage(ctx.realtime, chat, presentMessage(chatOfSent(row), sent), quoted);
    if (chat.kind !== 'PERSONAL') ctx.receipts.recount(chat.id, sender.uuid);
    if (seenBefore !== null) announceSeenByWriting(ctx, sender, row, seenBefore);
  } catch (error) {
    // The message is stored and answered: others find it when they next read.
    ctx.log.error({ err: error }, 'a stored message was not announced');
  }
}

/** A file that no message carries, because the send was refused or is a repeat, goes again. */
async function claimOrDiscardFile(
  ctx: ChatContext,
  viewer: Viewer,
  { fileUuid, isThumbnailDue }: StoredFile,
  row: SentRow | undefined,
): Promise<void> {
  if (!row?.isNew) await discardFile(ctx, fileUuid);
  else if (isThumbnailDue) ctx.thumbnails.begin({ uuid: fileUuid, senderId: viewer.id });
}

/** To every socket of every member and to watchers; call only after the commit. */
function announceMessage(
  realtime: Realtime,
  chat: ChatAudience,
  message: Message,
  quoted: Pick<QuotedRow, 'seq'> | undefined,
): void {
  const { seq } = message;
  const said = chat.kind === 'GROUP' ? { seq, quotedSeq: quoted?.seq ?? null } : undefined;
  realtime.publish(roomsOf(chat), 'message', message, undefined, said);
  const isFirst = message.seq === 1 && chat.kind !== 'PERSONAL';
  if (isFirst) realtime.publish(administratorsRoom, 'chat:started', { chatId: chat.uuid });
}

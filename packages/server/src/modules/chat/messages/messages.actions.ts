import type { CreatedMessage, Message } from '@chat/contract/messages/messages.schema';
import { uuid as uuidSchema } from '@chat/contract/shared/ids';
import { limits } from '@chat/contract/shared/limits';
import { v7 as uuidv7 } from 'uuid';
import { Answer, answerList } from '../../../http/answer.ts';
import type { Viewer } from '../../../http/viewer.ts';
import { AppError, notFound } from '../../../shared/errors.ts';
import { recordAct, recordReading } from '../../audit/audit.actions.ts';
import { accessChat, accessChatWith } from '../access/chats.access.ts';
import { accessQuoted, accessWritableChat, refuseSend } from '../access/messages.access.ts';
import type { ChatContext } from '../context.ts';
import { discardFile, type StoredFile, storeFile } from '../files/files.actions.ts';
import { announceOwnRead } from '../receipts/receipts.actions.ts';
import { updateMessageDeleted } from '../store/delete-message.queries.ts';
import type { SentRow } from '../store/insert-messages.queries.ts';
import {
  type MessagePage,
  messagePage,
  type Place,
  type QuotedRow,
} from '../store/messages.queries.ts';
import type { NewMessage } from '../store/send-forms.queries.ts';
import { announceMessage, announceMessageDeleted } from './messages.events.ts';
import { presentCreated, presentMessage, presentSent } from './messages.present.ts';

const PAGE = limits.messagesPerPage;

interface MessagesQuery {
  page?: number | undefined;
  before?: string | undefined;
  after?: string | undefined;
  around?: string | undefined;
  aroundSeq?: number | undefined;
}

/** Where the page stands that a call asks for; undefined when what it names cannot be a message. */
function placeOf({ page = 1, before, after, around, aroundSeq }: MessagesQuery): Place | undefined {
  const anchor = after ?? before ?? around;
  if (anchor === undefined) return aroundSeq === undefined ? { page } : { aroundSeq };
  const parsed = uuidSchema.safeParse(anchor);
  if (!parsed.success) return undefined;
  if (after !== undefined) return { after: parsed.data };
  return before !== undefined ? { before: parsed.data } : { around: parsed.data };
}

/** A page of messages for who may read the chat; reading marks nothing (rules/messages 14). */
export async function listMessages(
  ctx: ChatContext,
  viewer: Viewer,
  chatUuid: string,
  query: MessagesQuery,
): Promise<Answer<Message[]>> {
  const place = placeOf(query);
  if (!place) throw notFound();
  const page = messagePage(place, PAGE);
  const chat = await accessChatWith<MessagePage>(ctx.db, viewer, chatUuid, page);
  if (chat.placeSeq === null) throw notFound();
  const rows = chat.messages ?? [];
  const seqs = rows.map(({ seq }) => seq);
  await recordReading(ctx.db, viewer, chat, seqs);
  const messages = rows.map((row) => presentMessage(chat, row));
  if (!('page' in place)) return new Answer(messages);
  const totalElements = chat.lastSeq - chat.deletedCount;
  return answerList(messages, { page: place.page, size: PAGE, totalElements });
}

/** Stored, and told by whoever stores it; or refused. */
async function storeSend(
  ctx: ChatContext,
  viewer: Viewer,
  message: NewMessage,
  quoted: QuotedRow | undefined,
): Promise<SentRow> {
  const sent = await ctx.sends.send(message, (stored) =>
    announceSent(ctx, viewer, message, stored, quoted),
  );
  if (!sent) throw await refuseSend(ctx.db, viewer, message.chatUuid);
  return sent;
}

interface MessageWithFile extends NewMessage {
  file: StoredFile | null;
}

/** A file that no message has claimed, because the send was refused or is a repeat, goes again. */
async function storeWithFile(
  ctx: ChatContext,
  viewer: Viewer,
  message: MessageWithFile,
  quoted: QuotedRow | undefined,
): Promise<SentRow> {
  if (!message.file) return storeSend(ctx, viewer, message, quoted);
  const { fileUuid, isThumbnailDue } = message.file;
  const sent = await storeSend(ctx, viewer, message, quoted).catch(async (error: unknown) => {
    // Of any other failure nobody knows whether the message stands: the sweep will.
    if (error instanceof AppError) await discardFile(ctx, fileUuid);
    throw error;
  });
  if (!sent.isNew) await discardFile(ctx, fileUuid);
  else if (isThumbnailDue) ctx.thumbnails.begin({ uuid: fileUuid, senderId: viewer.id });
  return sent;
}

async function storeAndAnnounce(
  ctx: ChatContext,
  viewer: Viewer,
  message: MessageWithFile,
  quoted?: QuotedRow,
): Promise<Answer<CreatedMessage[]>> {
  const sent = await storeWithFile(ctx, viewer, message, quoted);
  return new Answer([presentCreated(message, sent)], { status: sent.isNew ? 201 : 200 });
}

function announceSent(
  ctx: ChatContext,
  viewer: Viewer,
  message: NewMessage,
  sent: SentRow,
  quoted: QuotedRow | undefined,
): void {
  const chat = { ...sent, uuid: message.chatUuid };
  announceMessage(ctx.realtime, chat, presentSent(viewer, message, sent, quoted));
  // Writing is seeing: the sender may have been the last one others waited for.
  if (sent.kind !== 'PERSONAL') ctx.receipts.recount(sent.chatId, viewer.uuid);
  if (sent.hadUnread) announceOwnRead(ctx, viewer, message.chatUuid, sent.seq);
}

/** Asked before a form with its file is taken in. */
export const admitSender = ({ db }: ChatContext, viewer: Viewer, chatUuid: string): Promise<void> =>
  accessWritableChat(db, viewer, chatUuid);

/** The same for an answer. */
export async function admitReply({ db }: ChatContext, viewer: Viewer, messageUuid: string) {
  const { chatUuid } = await accessQuoted(db, viewer, messageUuid);
  await accessWritableChat(db, viewer, chatUuid);
}

interface Written {
  type: NewMessage['type'];
  content: string;
  referenceId: string | null;
  mentionedUserIds: string[];
  image?: unknown;
}

/** With its file stored, which waits for it. */
async function newMessage(
  ctx: ChatContext,
  viewer: Viewer,
  place: Pick<NewMessage, 'chatUuid' | 'replyToId'>,
  { type, content, referenceId, mentionedUserIds, image }: Written,
): Promise<MessageWithFile> {
  const file = type === 'TEXT' ? null : await storeFile(ctx, viewer.id, type, image);
  const written = { type, content, referenceId, mentionedUserIds, file };
  return { uuid: uuidv7(), senderId: viewer.id, ...place, ...written };
}

export async function sendMessage(
  ctx: ChatContext,
  viewer: Viewer,
  chatUuid: string,
  written: Written,
): Promise<Answer<CreatedMessage[]>> {
  const message = await newMessage(ctx, viewer, { chatUuid, replyToId: null }, written);
  return storeAndAnnounce(ctx, viewer, message);
}

export async function replyToMessage(
  ctx: ChatContext,
  viewer: Viewer,
  messageUuid: string,
  written: Written,
): Promise<Answer<CreatedMessage[]>> {
  const quoted = await accessQuoted(ctx.db, viewer, messageUuid);
  const place = { chatUuid: quoted.chatUuid, replyToId: quoted.id };
  const message = await newMessage(ctx, viewer, place, written);
  return storeAndAnnounce(ctx, viewer, message, quoted);
}

/** Gone for everybody at once (rules/messages 18); for administrators, in any chat they may read. */
export async function deleteMessage(
  ctx: ChatContext,
  viewer: Viewer,
  chatUuid: string,
  messageUuid: string,
): Promise<null> {
  const chat = await accessChat(ctx.db, viewer, chatUuid);
  const deleted = await ctx.db.transaction(async (tx) => {
    const row = await updateMessageDeleted(tx, chat.id, messageUuid);
    if (row) {
      const concerned = { chatId: chat.id, messageUuid, messageSenderId: row.senderId };
      await recordAct(tx, viewer, 'MESSAGE_DELETED', concerned);
    }
    return row;
  });
  if (!deleted) throw notFound();
  announceMessageDeleted(ctx.realtime, chat, messageUuid);
  if (deleted.fileUuid) await discardFile(ctx, deleted.fileUuid);
  return null;
}

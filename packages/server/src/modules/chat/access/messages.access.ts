import { messageErrors } from '@chat/contract/texts';
import type { Db } from '../../../db/database.ts';
import type { Viewer } from '../../../http/viewer.ts';
import { forbidden, invalidField, notFound } from '../../../shared/errors.ts';
import type { ChatRow } from '../store/chats.queries.ts';
import {
  findMessage,
  findQuoted,
  type PlacedMessage,
  type QuotedRow,
} from '../store/messages.queries.ts';
import { chatTexts } from '../texts/chat.texts.ts';
import { accessOwnChat, accessWatchedChat } from './chats.access.ts';

/** The chat, for its members; 403 for watchers and for a chat whose other side has left, 404 for outsiders. */
export async function accessWritableChat(db: Db, viewer: Viewer, chatUuid: string): Promise<void> {
  const chat = await accessOwnChat(db, viewer, chatUuid);
  if (!chat.isActive) throw forbidden(chatTexts.inactive);
}

/** Throws why a send was not stored: as above, and 404 for an answer to a message that is gone. */
export async function refuseSend(db: Db, viewer: Viewer, chatUuid: string): Promise<never> {
  await accessWritableChat(db, viewer, chatUuid);
  throw notFound();
}

/**
 * The message to answer, for a member of its chat: a deleted one too, since the answer may be a repeat. Only TEXT and
 * IMAGE can be answered, and never in a personal chat.
 */
export async function accessQuoted(
  db: Db,
  viewer: Viewer,
  messageUuid: string,
): Promise<QuotedRow> {
  const quoted = await findQuoted(db, messageUuid);
  if (!quoted) throw notFound();
  const chat = await accessOwnChat(db, viewer, quoted.chatUuid);
  if (chat.kind === 'PERSONAL') throw invalidField('messageId', chatTexts.noReplyInPersonalChat);
  if (quoted.type !== 'TEXT' && quoted.type !== 'IMAGE') {
    throw invalidField('messageId', chatTexts.notRepliable);
  }
  return quoted;
}

interface MessageInChat {
  chat: ChatRow;
  message: PlacedMessage;
}

/** An own message of a chat of which its author is still a member; somebody else's is 403. */
export async function accessOwnMessage(
  db: Db,
  viewer: Viewer,
  messageUuid: string,
): Promise<MessageInChat> {
  const message = await findMessage(db, messageUuid);
  if (!message || message.isDeleted) throw notFound();
  const chat = await accessOwnChat(db, viewer, message.chatUuid);
  if (message.senderId !== viewer.id) throw forbidden(messageErrors.notYours);
  return { chat, message };
}

/** The same to write in it, so not where the other one of a direct chat has left. */
export async function accessEditable(
  db: Db,
  viewer: Viewer,
  messageUuid: string,
): Promise<MessageInChat> {
  const found = await accessOwnMessage(db, viewer, messageUuid);
  if (!found.chat.isActive) throw forbidden(chatTexts.inactive);
  return found;
}

/** A message that an administrator may look into, a deleted one too; never one of a personal chat. */
export async function accessWatchedMessage(
  db: Db,
  viewer: Viewer,
  messageUuid: string,
): Promise<MessageInChat> {
  const message = await findMessage(db, messageUuid);
  if (!message) throw notFound();
  return { chat: await accessWatchedChat(db, viewer, message.chatUuid), message };
}

/** A message whose readers the viewer may know: its author while they are a member, or an administrator. */
export async function accessInformation(
  db: Db,
  viewer: Viewer,
  messageUuid: string,
): Promise<MessageInChat> {
  const found = await accessWatchedMessage(db, viewer, messageUuid);
  if (found.message.isDeleted) throw notFound();
  if (found.message.senderId !== viewer.id && !viewer.isAdmin) {
    throw forbidden(messageErrors.notYours);
  }
  return found;
}

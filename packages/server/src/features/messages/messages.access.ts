import type { Db } from '../../db/database.ts';
import { type AppError, forbidden, invalidField, notFound } from '../../http/errors.ts';
import type { Viewer } from '../../http/viewer.ts';
import { accessOwnChat } from '../chats/chats.access.ts';
import { findQuoted, type QuotedRow } from './messages.queries.ts';
import { messagesTexts } from './messages.texts.ts';

/**
 * Why a send found nowhere to go: 404 for outsiders and for an answer to what is gone, 403 for watchers and for a chat
 * whose other side has left.
 */
export async function refuseSend(db: Db, viewer: Viewer, chatUuid: string): Promise<AppError> {
  const chat = await accessOwnChat(db, viewer, chatUuid);
  return chat.isActive ? notFound() : forbidden(messagesTexts.inactive);
}

/** The message to answer, even a deleted one that may have been answered before, for a member of its chat; only TEXT and IMAGE can be answered, and never in a personal chat. */
export async function accessQuoted(
  db: Db,
  viewer: Viewer,
  messageUuid: string,
): Promise<QuotedRow> {
  const quoted = await findQuoted(db, messageUuid);
  if (!quoted) throw notFound();
  const chat = await accessOwnChat(db, viewer, quoted.chatUuid);
  if (chat.kind === 'PERSONAL') throw invalidField('messageId', messagesTexts.notInPersonalChat);
  if (quoted.type !== 'TEXT' && quoted.type !== 'IMAGE') {
    throw invalidField('messageId', messagesTexts.notRepliable);
  }
  return quoted;
}

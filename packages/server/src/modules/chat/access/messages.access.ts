import type { Db } from '../../../db/database.ts';
import type { Viewer } from '../../../http/viewer.ts';
import { type AppError, forbidden, invalidField, notFound } from '../../../shared/errors.ts';
import { findQuoted, type QuotedRow } from '../store/messages.queries.ts';
import { messagesTexts } from '../texts/messages.texts.ts';
import { accessOwnChat } from './chats.access.ts';

/** The chat, for its members; 403 for watchers and for a chat whose other side has left, 404 for outsiders. */
export async function accessWritableChat(db: Db, viewer: Viewer, chatUuid: string): Promise<void> {
  const chat = await accessOwnChat(db, viewer, chatUuid);
  if (!chat.isActive) throw forbidden(messagesTexts.inactive);
}

/**
 * Why a send found nowhere to go: as above, and 404 for an answer to what is gone.
 */
export async function refuseSend(db: Db, viewer: Viewer, chatUuid: string): Promise<AppError> {
  await accessWritableChat(db, viewer, chatUuid);
  return notFound();
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

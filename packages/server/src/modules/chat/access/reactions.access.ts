import type { Db } from '../../../db/database.ts';
import type { Viewer } from '../../../http/viewer.ts';
import type { ChatAudience } from '../../../realtime/rooms.ts';
import { forbidden, invalidField, notFound } from '../../../shared/errors.ts';
import { findMessage } from '../store/messages.queries.ts';
import { chatTexts } from '../texts/chat.texts.ts';
import { accessOwnChat } from './chats.access.ts';

export interface Reactable {
  id: number;
  uuid: string;
  chat: ChatAudience;
}

/**
 * The message for users who may react to it: a member of its chat, never in a personal one (422), nor where nobody can
 * be written to any more (403, rules/chats 10, rules/reactions 5).
 */
export async function accessReactable(
  db: Db,
  viewer: Viewer,
  messageUuid: string,
): Promise<Reactable> {
  const message = await findMessage(db, messageUuid);
  if (!message || message.isDeleted) throw notFound();
  const chat = await accessOwnChat(db, viewer, message.chatUuid);
  if (chat.kind === 'PERSONAL') throw invalidField('messageId', chatTexts.noReactionInPersonalChat);
  if (!chat.isActive) throw forbidden(chatTexts.inactive);
  return { id: message.id, uuid: messageUuid, chat };
}

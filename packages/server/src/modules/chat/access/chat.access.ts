import { messageErrors } from '@chat/contract/checks';
import type { Db } from '../../../db/database.ts';
import type { Viewer } from '../../../http/viewer.ts';
import type { ChatAudience } from '../../../realtime/live-sockets.ts';
import { forbidden, invalidField, notFound } from '../../../shared/errors.ts';
import {
  type ChatFilter,
  type ChatRow,
  findChat,
  findKeptChat,
  findOwnChats,
  findWatchableChats,
  type ReadChatRow,
  type SearchableChats,
  type VersionedChatRow,
} from '../store/chats.queries.ts';
import { type FileRow, findFile } from '../store/files.queries.ts';
import {
  findGroupOfParticipant,
  findListState,
  type OwnGroupRow,
} from '../store/members.queries.ts';
import {
  findMessage,
  findQuoted,
  type PlacedMessage,
  type QuotedRow,
} from '../store/messages.queries.ts';
import { chatTexts } from '../texts/chat.texts.ts';
import { accessSupervision, assertSaidSince, assertSupervises } from './supervision.access.ts';

/** The chat is there for its members and, unless it is personal, for administrators; may they read in it is not asked. */
function accessFound<Chat extends ReadChatRow>(viewer: Viewer, chat: Chat | undefined): Chat {
  if (chat && (chat.isMember || (viewer.isAdmin && chat.kind !== 'PERSONAL'))) return chat;
  throw notFound();
}

async function accessUnread(db: Db, viewer: Viewer, chatUuid: string): Promise<ChatRow> {
  return accessFound(viewer, await findChat(db, chatUuid, viewer));
}

async function accessFoundToRead<Chat extends ReadChatRow>(
  db: Db,
  viewer: Viewer,
  found: Chat | undefined,
): Promise<Chat> {
  const chat = accessFound(viewer, found);
  if (!chat.isMember) await assertSupervises(db, viewer, chat);
  return chat;
}

/** The chat to read in, for its members and for administrators who may read there now. Otherwise 404. */
export async function accessChat(db: Db, viewer: Viewer, chatUuid: string): Promise<ChatRow> {
  return accessFoundToRead(db, viewer, await findChat(db, chatUuid, viewer));
}

/** The chat without what is said there, for its members and for administrators who may supervise. */
export async function accessChatUnread(db: Db, viewer: Viewer, chatUuid: string): Promise<ChatRow> {
  const chat = await accessUnread(db, viewer, chatUuid);
  if (!chat.isMember) accessSupervision(viewer);
  return chat;
}

/**
 * The group or direct chat to give a reason for, or to export, for supervisors; members may want to look into it. For
 * them alone a hold keeps the chat of a deleted group there (rules/data-exports 21).
 */
export async function accessSupervisable(
  db: Db,
  viewer: Viewer,
  chatUuid: string,
): Promise<ChatRow> {
  const find = viewer.supervision === 'off' ? findChat : findKeptChat;
  const chat = accessFound(viewer, await find(db, chatUuid, viewer));
  if (chat.kind === 'PERSONAL') throw notFound();
  accessSupervision(viewer);
  return chat;
}

/** The chat to delete a message of, for its members and for all administrators: nothing of it is shown. */
export const accessDeletable = accessUnread;

/** The chat to read in, as from `accessChat`, with what is read of it: `find` asks for both in one round trip. */
export async function accessChatWith<Chat extends VersionedChatRow>(
  db: Db,
  viewer: Viewer,
  find: () => Promise<Chat | undefined>,
): Promise<Chat> {
  return accessFoundToRead(db, viewer, await find());
}

/** The chat, for its members; an administrator who may only watch it gets 403. */
export async function accessOwnChat(db: Db, viewer: Viewer, chatUuid: string): Promise<ChatRow> {
  const chat = await accessUnread(db, viewer, chatUuid);
  if (!chat.isMember) throw forbidden(chatTexts.notMember);
  return chat;
}

/** The chat, for its members alone; an administrator who may only watch gets 404 too. */
export async function accessMemberChat(db: Db, viewer: Viewer, chatUuid: string): Promise<ChatRow> {
  const chat = await accessUnread(db, viewer, chatUuid);
  if (!chat.isMember) throw notFound();
  return chat;
}

/** The chat an administrator may follow without being its member; personal ones do not exist for them. */
export async function accessWatchedChat(
  db: Db,
  viewer: Viewer,
  chatUuid: string,
): Promise<ChatRow> {
  const chat = await accessChat(db, viewer, chatUuid);
  if (chat.kind === 'PERSONAL') throw notFound();
  return chat;
}

/**
 * The group, for its participants; managers and administrators who take no part get 403, others 404 (rules/chats 11).
 */
export async function accessParticipation(db: Db, viewer: Viewer, groupUuid: string) {
  return admitParticipant(viewer, await findGroupOfParticipant(db, groupUuid, viewer.id));
}

/** The group as from `accessParticipation`, with what the database says of the viewer's chat list there. */
export async function accessListState(db: Db, viewer: Viewer, groupUuid: string) {
  return admitParticipant(viewer, await findListState(db, groupUuid, viewer.id));
}

function admitParticipant<Group extends OwnGroupRow>(
  viewer: Viewer,
  group: Group | undefined,
): Group {
  if (!group) throw notFound();
  if (group.participates) return group;
  throw viewer.isAdmin || group.manages ? forbidden(chatTexts.notParticipant) : notFound();
}

/** The chat, for its members; 403 for watchers and for a chat whose other side has left, 404 for outsiders. */
export async function accessWritableChat(db: Db, viewer: Viewer, chatUuid: string): Promise<void> {
  const chat = await accessOwnChat(db, viewer, chatUuid);
  if (!chat.isActive) throw forbidden(chatTexts.inactive);
}

/** The chat to write in later: as `accessWritableChat`, and 422 for a personal chat, where nobody needs that. */
export async function accessSchedulable(
  db: Db,
  viewer: Viewer,
  chatUuid: string,
): Promise<ChatRow> {
  const chat = await accessOwnChat(db, viewer, chatUuid);
  if (chat.kind === 'PERSONAL') throw invalidField('chatId', chatTexts.noLaterInPersonalChat);
  if (!chat.isActive) throw forbidden(chatTexts.inactive);
  return chat;
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
  assertSaidSince(chat.joinedSeq, quoted);
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

/** An own message to edit, as from `accessOwnMessage`; 403 where the other one of a direct chat has left. */
export async function accessEditable(
  db: Db,
  viewer: Viewer,
  messageUuid: string,
): Promise<MessageInChat> {
  const found = await accessOwnMessage(db, viewer, messageUuid);
  assertSaidSince(found.chat.joinedSeq, found.message);
  if (!found.chat.isActive) throw forbidden(chatTexts.inactive);
  return found;
}

/**
 * A message that an administrator may look into, a deleted one too; never one of a personal chat. To look into what
 * others wrote is supervision for a member of the chat, too: other members cannot.
 */
export async function accessReadableMessage(
  db: Db,
  viewer: Viewer,
  messageUuid: string,
): Promise<MessageInChat> {
  const message = await findMessage(db, messageUuid);
  if (!message) throw notFound();
  const chat = await accessUnread(db, viewer, message.chatUuid);
  if (chat.kind === 'PERSONAL') throw notFound();
  const isOwn = chat.isMember && message.senderId === viewer.id;
  if (viewer.isAdmin && !isOwn) await assertSupervises(db, viewer, chat);
  assertSaidSince(chat.hiddenSeq, message);
  return { chat, message };
}

/** A message whose readers the viewer may know: its author while they are a member, or an administrator. */
export async function accessInformation(
  db: Db,
  viewer: Viewer,
  messageUuid: string,
): Promise<MessageInChat> {
  const found = await accessReadableMessage(db, viewer, messageUuid);
  if (found.message.isDeleted) throw notFound();
  if (found.message.senderId !== viewer.id && !viewer.isAdmin) {
    throw forbidden(messageErrors.notYours);
  }
  return found;
}

interface Reactable {
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
  assertSaidSince(chat.joinedSeq, message);
  if (chat.kind === 'PERSONAL') throw invalidField('messageId', chatTexts.noReactionInPersonalChat);
  if (!chat.isActive) throw forbidden(chatTexts.inactive);
  return { id: message.id, uuid: messageUuid, chat };
}

/** The file and its chat, for readers of its message as of now; otherwise 404. */
export async function accessFile(
  db: Db,
  viewer: Viewer,
  fileUuid: string,
): Promise<{ file: FileRow; chat: Awaited<ReturnType<typeof accessChat>> }> {
  const file = await findFile(db, fileUuid);
  if (!file) throw notFound();
  const chat = await accessChat(db, viewer, file.chatUuid);
  assertSaidSince(chat.hiddenSeq, file);
  return { file, chat };
}

/** The chats of which the viewer is a member now. */
export const accessOwnChats = (
  db: Db,
  viewer: Viewer,
  filter: ChatFilter,
): Promise<SearchableChats> => findOwnChats(db, viewer.id, filter);

/** The group and direct chats that the administrator may read now. */
export async function accessWatchableChats(
  db: Db,
  viewer: Viewer,
  filter: ChatFilter,
): Promise<SearchableChats> {
  accessSupervision(viewer);
  return findWatchableChats(db, viewer, filter);
}

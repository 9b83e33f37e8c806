import type { Db, Sql } from '../../../db/database.ts';
import type { Viewer } from '../../../http/viewer.ts';
import { forbidden, notFound } from '../../../shared/errors.ts';
import {
  type ChatRow,
  findChat,
  findChatWith,
  type ReadChatRow,
  type VersionedChatRow,
} from '../store/chats.queries.ts';
import {
  findGroupOfParticipant,
  findListState,
  type OwnGroupRow,
} from '../store/participation.queries.ts';
import { chatTexts } from '../texts/chat.texts.ts';

function admitChatReader<Chat extends ReadChatRow>(viewer: Viewer, chat: Chat | undefined): Chat {
  if (chat && (chat.isMember || (viewer.isAdmin && chat.kind !== 'PERSONAL'))) return chat;
  throw notFound();
}

/** The chat, for its members and, unless it is personal, for administrators. Otherwise 404. */
export async function accessChat(db: Db, viewer: Viewer, chatUuid: string): Promise<ChatRow> {
  return admitChatReader(viewer, await findChat(db, chatUuid, viewer.id));
}

/** The same to read of it, with what `more` selects of `chat`, in one round trip. */
export async function accessChatWith<More>(
  db: Db,
  viewer: Viewer,
  chatUuid: string,
  more: Sql,
): Promise<VersionedChatRow & More> {
  return admitChatReader(viewer, await findChatWith<More>(db, chatUuid, viewer.id, more));
}

/** The chat, for its members; an administrator who may only watch it gets 403. */
export async function accessOwnChat(db: Db, viewer: Viewer, chatUuid: string): Promise<ChatRow> {
  const chat = await accessChat(db, viewer, chatUuid);
  if (!chat.isMember) throw forbidden(chatTexts.notMember);
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

/** The same, with what the database says of their chat list there. */
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

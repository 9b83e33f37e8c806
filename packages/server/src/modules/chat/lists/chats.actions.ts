import type { Chat, ChatListEntry, LastMessage } from '@chat/contract/chats';
import * as routes from '@chat/contract/chats';
import type { Participant } from '@chat/contract/groups';
import { statusOf } from '@chat/contract/message-changes';
import type { ChatNotifications } from '@chat/contract/notifications';
import type { Page } from '@chat/contract/route';
import type { Db } from '../../../db/database.ts';
import { containsPattern, pageFrom, presentInstant } from '../../../db/page.ts';
import { Answer, answerList, answerPart } from '../../../http/answer.ts';
import { cacheResponses, type Made } from '../../../http/response-cache.ts';
import type { Router } from '../../../http/route.ts';
import type { Viewer } from '../../../http/viewer.ts';
import { invalidField, notFound } from '../../../shared/errors.ts';
import { mapInTurns } from '../../../shared/event-loop.ts';
import { newUuid } from '../../../shared/new-uuid.ts';
import { recordListReading, recordReading } from '../../audit/audit.actions.ts';
import { accessChatUnread, accessListState, accessParticipation } from '../access/chat.access.ts';
import { accessSupervision } from '../access/supervision.access.ts';
import type { ChatContext } from '../context.ts';
import {
  type ChatRowWithUsers,
  findChatsWithMessages,
  findChatsWithUsers,
  findChatWithUsers,
  findListEntries,
  type LastMessageRow,
  type ListEntryRow,
} from '../store/chat-lists.queries.ts';
import { chatHash, findChatByHash, findMembers, insertChat } from '../store/chats.queries.ts';
import {
  findPeer,
  lockParticipants,
  type NotifyRow,
  type OwnGroupRow,
  type Peer,
} from '../store/members.queries.ts';
import { chatTexts } from '../texts/chat.texts.ts';

async function accessShownChat(
  ctx: ChatContext,
  viewer: Viewer,
  chatUuid: string,
): Promise<ChatRowWithUsers> {
  const chat = await findChatWithUsers(ctx.db, viewer, chatUuid);
  if (!chat) throw notFound();
  return chat;
}

const readChat = async (ctx: ChatContext, viewer: Viewer, chatUuid: string): Promise<Chat> =>
  presentChat(await accessShownChat(ctx, viewer, chatUuid));

/** Whether it is the list that pages ask for, of which the answers are kept. */
const isWholeList = (query: Partial<Page>): boolean => pageFrom(query) === undefined;

/** The versions of a chat list's rows before the list was read. */
interface ListState {
  digest: string;
}

/** Nothing when `known` still holds. */
async function listGroupChats(
  ctx: ChatContext,
  viewer: Viewer,
  groupUuid: string,
  query: Partial<Page>,
  known?: ListState,
): Promise<Made<ChatListEntry[], ListState> | undefined> {
  const access = isWholeList(query) ? accessListState : accessParticipation;
  const group: OwnGroupRow & { state?: string | null } = await access(ctx.db, viewer, groupUuid);
  if (known && group.state === known.digest) return undefined;
  // Read after its state: what changes in between makes the list newer than it says, and never older.
  const rows = await findListEntries(ctx.db, group.id, viewer);
  // Without the group chat they were removed, or the group deleted, since they were asked about.
  if (rows[0]?.kind !== 'GROUP') {
    await accessParticipation(ctx.db, viewer, groupUuid);
    throw notFound();
  }
  const { groupAddress } = ctx.config;
  const entries = await mapInTurns(rows, (row) =>
    presentListEntry(row, viewer, { uuid: group.uuid, groupAddress }),
  );
  const answer = answerPart(entries, pageFrom(query));
  return { answer, state: group.state ? { digest: group.state } : undefined };
}

/** The lock on the participants lets a removal from the group find this chat, or stops it from being made. */
async function createDirectChat(
  ctx: ChatContext,
  viewer: Viewer,
  peer: Peer,
  hash: string,
): Promise<string> {
  const { groupId, userId } = peer;
  return ctx.db.transaction(async (tx) => {
    if ((await lockParticipants(tx, groupId, [viewer.id, userId])) < 2) throw notFound();
    const chat = await insertChat(tx, {
      uuid: newUuid(),
      kind: 'DIRECT',
      hash,
      groupId,
      lowUserId: Math.min(viewer.id, userId),
      highUserId: Math.max(viewer.id, userId),
    });
    return chat.uuid;
  });
}

async function getDirectChat(
  ctx: ChatContext,
  viewer: Viewer,
  userUuid: string,
  groupUuid: string,
): Promise<Chat> {
  if (userUuid === viewer.uuid) throw invalidField('userId', chatTexts.withYourself);
  const peer = await findPeer(ctx.db, viewer.id, groupUuid, userUuid);
  if (!peer) throw notFound();
  const hash = chatHash.direct(peer.groupUuid, viewer.uuid, peer.userUuid);
  const known = await findChatByHash(ctx.db, hash);
  return readChat(ctx, viewer, known ?? (await createDirectChat(ctx, viewer, peer, hash)));
}

async function getChat(ctx: ChatContext, viewer: Viewer, chatUuid: string): Promise<Chat> {
  const chat = await accessChatUnread(ctx.db, viewer, chatUuid);
  const shown = await accessShownChat(ctx, viewer, chat.uuid);
  // The answer shows the last message.
  const isRead = shown.messageUuid !== null && shown.mayRead;
  await recordReading(ctx.db, viewer, chat, isRead ? [shown.messageSeq] : []);
  return presentChat(shown);
}

async function getPersonalChat(ctx: ChatContext, viewer: Viewer): Promise<Answer<Chat>> {
  const chat = await insertChat(ctx.db, {
    uuid: newUuid(),
    kind: 'PERSONAL',
    hash: chatHash.personal(viewer.uuid),
    groupId: null,
    lowUserId: viewer.id,
    highUserId: null,
  });
  return new Answer(await readChat(ctx, viewer, chat.uuid), { status: chat.isNew ? 201 : 200 });
}

const CHATS_PAGE: Page = { page: 1, size: 50 };

/** The monitoring list, always in pages: there may be tens of thousands of chats. */
async function listChats(
  ctx: ChatContext,
  viewer: Viewer,
  query: Partial<Page> & { search?: string | undefined },
): Promise<Answer<Chat[]>> {
  accessSupervision(viewer);
  await recordListReading(ctx.db, viewer);
  const pattern = containsPattern(query.search);
  const found = await findChatsWithMessages(ctx.db, pattern, pageFrom(query) ?? CHATS_PAGE);
  const ids = found.rows.map(({ id }) => id);
  const chats = await findChatsWithUsers(ctx.db, viewer, ids);
  return answerList(chats.map(presentChat), found.page);
}

/** The people that lists show for each chat: the two of a direct chat, the first of a group's. */
export async function listUsersOfChats(
  db: Db,
  viewer: Viewer,
  ids: number[],
): Promise<Map<number, Pick<Chat['users'][number], 'uuid' | 'email'>[]>> {
  if (ids.length === 0) return new Map();
  const chats = await findChatsWithUsers(db, viewer, ids);
  return new Map(
    chats.map(({ id, users }) => [id, users.map(({ uuid, email }) => ({ uuid, email }))]),
  );
}

async function listChatParticipants(
  ctx: ChatContext,
  viewer: Viewer,
  chatUuid: string,
  query: Partial<Page>,
): Promise<Answer<Participant[]>> {
  const chat = await accessChatUnread(ctx.db, viewer, chatUuid);
  const members = await findMembers(ctx.db, chat.id);
  const participants = members.map(({ uuid, email }) => ({ uuid, email }));
  return answerPart(participants, pageFrom(query));
}

function presentLastMessage(
  row: LastMessageRow & Parameters<typeof statusOf>[0],
): LastMessage | null {
  if (row.messageUuid === null) return null;
  return {
    uuid: row.messageUuid,
    seq: row.messageSeq,
    type: row.messageType,
    content: row.messageContent,
    fileName: row.messageFileName,
    status: statusOf(row, row.messageSeq),
    createdAt: presentInstant(row.messageCreatedAt),
    senderId: row.messageSenderUuid,
    senderEmail: row.messageSenderEmail,
  };
}

export const presentNotify = ({ notifyMode, notifyUntil }: NotifyRow): ChatNotifications => ({
  mode: notifyMode,
  until: presentMaybe(notifyUntil),
});

const presentMaybe = (instant: string | null) => instant && presentInstant(instant);

function presentChat(row: ChatRowWithUsers): Chat {
  const { id, uuid, kind: type, hash } = row;
  const group =
    row.groupId === null ? null : { id: row.groupId, uuid: row.groupUuid, name: row.groupName };
  const users = row.users.map((user) => ({ ...user, deletedAt: presentMaybe(user.deletedAt) }));
  const lastMessage = presentLastMessage(row);
  const isUnread = lastMessage && !row.mayRead;
  const shown = isUnread ? { ...lastMessage, content: '', fileName: null } : lastMessage;
  const { supervision: open } = row;
  const supervision = open && { ...open, expiresAt: presentInstant(open.expiresAt) };
  return { id, uuid, type, hash, group, users, lastMessage: shown, supervision };
}

/** An entry is named after whom it leads to: the group chat itself, or the other person. */
function presentListEntry(
  row: ListEntryRow,
  viewer: { uuid: string },
  group: { uuid: string; groupAddress: string },
): ChatListEntry {
  // One object with all its names at once: put together from two it costs a list more than all else.
  return {
    uuid: row.userUuid === null ? row.chatUuid : row.userUuid,
    id: row.userUuid === null ? row.chatId : row.userId,
    email: row.userUuid === null ? group.groupAddress : row.email,
    chatType: row.userUuid === null ? 'GROUP' : 'DIRECT',
    chatUuid: row.chatUuid,
    hash:
      row.userUuid === null
        ? row.hash
        : (row.hash ?? chatHash.direct(group.uuid, viewer.uuid, row.userUuid)),
    unreadCount: row.unreadCount,
    calledCount: row.calledCount,
    seenSeq: row.mySeenSeq,
    lastMessage: presentLastMessage(row),
    notifications: presentNotify(row),
    active: row.active,
    deletedAt: presentMaybe(row.deletedAt),
    blocked: row.blocked,
  };
}

export function registerChatRoutes(router: Router, ctx: ChatContext): void {
  const listing = cacheResponses<typeof routes.listGroupChats, ListState>({
    keyOf: ({ viewer, params, query }) =>
      isWholeList(query) ? `${params.groupId} of ${viewer.id}, ${viewer.supervision}` : undefined,
    read: ({ viewer, params, query }, known) =>
      listGroupChats(ctx, viewer, params.groupId, query, known),
  });
  router.serve(routes.listGroupChats, listing);
  router.serve(routes.getDirectChat, ({ viewer, params }) =>
    getDirectChat(ctx, viewer, params.userId, params.groupId),
  );
  router.serve(routes.getChat, ({ viewer, params }) => getChat(ctx, viewer, params.chatId));
  router.serve(routes.getPersonalChat, ({ viewer }) => getPersonalChat(ctx, viewer));
  router.serve(routes.listChats, ({ viewer, query }) => listChats(ctx, viewer, query));
  router.serve(routes.listChatParticipants, ({ viewer, params, query }) =>
    listChatParticipants(ctx, viewer, params.chatId, query),
  );
}

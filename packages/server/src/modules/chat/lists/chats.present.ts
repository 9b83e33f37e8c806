import type { Chat, ChatListEntry, LastMessage } from '@chat/contract/chats';
import { statusOf } from '@chat/contract/receipts';
import { presentInstant } from '../../../db/page.ts';
import { chatHash } from '../store/chat-hash.ts';
import type { ListEntryRow } from '../store/chat-list.queries.ts';
import type { ChatRowWithUsers } from '../store/chats-with-users.queries.ts';
import type { LastMessageRow } from '../store/last-message.queries.ts';

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

const presentMaybe = (instant: string | null) => instant && presentInstant(instant);

export function presentChat(row: ChatRowWithUsers): Chat {
  const { id, uuid, kind: type, hash } = row;
  const group =
    row.groupId === null ? null : { id: row.groupId, uuid: row.groupUuid, name: row.groupName };
  const users = row.users.map((user) => ({ ...user, deletedAt: presentMaybe(user.deletedAt) }));
  return { id, uuid, type, hash, group, users, lastMessage: presentLastMessage(row) };
}

/** An entry is named after whom it leads to: the group chat itself, or the other person. */
export function presentListEntry(
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
    seenSeq: row.mySeenSeq,
    lastMessage: presentLastMessage(row),
    active: row.active,
    deletedAt: presentMaybe(row.deletedAt),
  };
}

import type { Chat, ChatListEntry, LastMessage } from '@chat/contract/chats/chats.schema';
import type { ChatType } from '@chat/contract/messages/messages.schema';
import { statusOf } from '@chat/contract/receipts/message-status';
import { presentInstant } from '../../../db/instant.ts';
import { chatHash } from '../store/chat-hash.ts';
import type { ChatRowWithUsers, LastMessageRow, ListEntryRow } from '../store/chat-list.queries.ts';

function presentLastMessage(
  row: LastMessageRow & Parameters<typeof statusOf>[0],
): LastMessage | null {
  if (row.messageUuid === null) return null;
  const seq = row.messageSeq as number;
  return {
    uuid: row.messageUuid,
    seq,
    type: row.messageType as LastMessage['type'],
    content: row.messageContent as string,
    fileName: row.messageFileName,
    status: statusOf(row, seq),
    createdAt: presentInstant(row.messageCreatedAt as string),
    senderId: row.messageSenderUuid as string,
    senderEmail: row.messageSenderEmail as string,
  };
}

const presentMaybe = (instant: string | null) => instant && presentInstant(instant);

export function presentChat(row: ChatRowWithUsers): Chat {
  const { id, uuid, hash } = row;
  const type = row.kind as ChatType;
  const group =
    row.groupId === null
      ? null
      : { id: row.groupId, uuid: row.groupUuid as string, name: row.groupName as string };
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
  const isGroup = row.userUuid === null;
  return {
    uuid: (isGroup ? row.chatUuid : row.userUuid) as string,
    id: (isGroup ? row.chatId : row.userId) as number,
    email: isGroup ? group.groupAddress : (row.email as string),
    chatType: isGroup ? 'GROUP' : 'DIRECT',
    chatUuid: row.chatUuid,
    hash: row.hash ?? chatHash.direct(group.uuid, viewer.uuid, row.userUuid as string),
    unreadCount: row.unreadCount,
    seenSeq: row.mySeenSeq,
    lastMessage: presentLastMessage(row),
    active: row.active,
    deletedAt: presentMaybe(row.deletedAt),
  };
}

import type { CurrentUser } from '@chat/contract/auth';
import type { ChatListEntry } from '@chat/contract/chats';
import type { OwnGroup } from '@chat/contract/groups';
import type { Message } from '@chat/contract/messages';
import type { User } from '@chat/contract/users';

export const ana: CurrentUser = {
  id: 1,
  uuid: '0198a000-0000-7000-8000-00000000000a',
  email: 'ana@empresa.local',
  isAdmin: false,
  role: 'USER',
};

export const bruno = { uuid: '0198a000-0000-7000-8000-00000000000b', email: 'bruno@empresa.local' };
export const groupId = '0198a000-0000-7000-8000-0000000000ff';
export const chatId = '0198a000-0000-7000-8000-0000000000cc';
export const hash = 'hash-ana-bruno';

/** The message number `seq` of the chat of Ana and Bruno, by Bruno unless said otherwise. */
export function buildMessage(seq: number, changes: Partial<Message> = {}): Message {
  return {
    uuid: `0198a000-0000-7000-8000-${String(seq).padStart(12, '0')}`,
    id: seq,
    seq,
    chatId,
    chatUuid: chatId,
    chatType: 'DIRECT',
    hash,
    groupId,
    groupUuid: groupId,
    senderId: bruno.uuid,
    senderEmail: bruno.email,
    type: 'TEXT',
    content: `mensaje ${seq}`,
    mediaUrl: null,
    fileName: null,
    fileSize: null,
    mediaWidth: null,
    mediaHeight: null,
    mimeType: null,
    durationMs: null,
    waveform: null,
    status: 'SENT',
    createdAt: new Date(Date.UTC(2026, 10, 21, 10, seq)).toISOString(),
    editedAt: null,
    forwarded: false,
    referenceId: null,
    replyToMessageUuid: null,
    replyToMessageContent: null,
    replyToMessageSenderId: null,
    replyToMessageSenderEmail: null,
    replyToMessageMediaUrl: null,
    reactions: [],
    mentions: [],
    ...changes,
  };
}

export const buildOwnGroup = (changes: Partial<OwnGroup> = {}): OwnGroup => ({
  uuid: groupId,
  id: 1,
  name: 'Ventas',
  description: '',
  officine: null,
  officeId: null,
  projectId: null,
  participantsCount: 2,
  unreadCount: 0,
  unmutedCount: changes.unreadCount ?? 0,
  mutes: [],
  ...changes,
});

export function buildEntry(changes: Partial<ChatListEntry> = {}): ChatListEntry {
  return {
    uuid: bruno.uuid,
    id: 2,
    email: bruno.email,
    chatType: 'DIRECT',
    chatUuid: chatId,
    hash,
    unreadCount: 0,
    calledCount: 0,
    seenSeq: 0,
    lastMessage: null,
    notifications: { mode: 'all', until: null },
    active: true,
    deletedAt: null,
    blocked: false,
    ...changes,
  };
}

/** A person as administrators see them. */
export const buildUser = (name: string, changes: Partial<User> = {}): User => ({
  uuid: name.toLowerCase(),
  id: 1,
  firstName: name,
  lastName: 'Gil',
  email: `${name.toLowerCase()}@empresa.local`,
  role: 'USER',
  supervisor: false,
  isAdmin: false,
  offices: [],
  connectionStatus: 'OFFLINE',
  blockedAt: null,
  groupPermissions: [],
  ...changes,
});

import type { ChatListEntry } from '@chat/contract/chats/chats.schema';
import { persist } from './persist.ts';

const SELECTED_USER_KEY = 'chat.selectedUser';
const CHAT_TYPE_KEY = 'chat.chatType';

export interface SelectedEntry {
  uuid: string;
  chatType: ChatListEntry['chatType'];
}

/** Keeps which entry of the chat list is open, over reloads. */
export function rememberEntry(entry: SelectedEntry): void {
  persist(SELECTED_USER_KEY, entry.uuid);
  persist(CHAT_TYPE_KEY, entry.chatType);
}

export function readEntry(): SelectedEntry | null {
  const uuid = localStorage.getItem(SELECTED_USER_KEY);
  const chatType = localStorage.getItem(CHAT_TYPE_KEY);
  if (!uuid || (chatType !== 'DIRECT' && chatType !== 'GROUP')) return null;
  return { uuid, chatType };
}

// The stored entry is of the group last shown: the same person in another group is another chat.
let lastGroupId: string | null = null;

export function setLastGroup(groupId: string): void {
  lastGroupId = groupId;
}

/** The stored entry, unless it was chosen in another group. */
export const readEntryIn = (groupId: string): SelectedEntry | null =>
  lastGroupId === null || lastGroupId === groupId ? readEntry() : null;

export function forgetEntry(): void {
  persist(SELECTED_USER_KEY, null);
  persist(CHAT_TYPE_KEY, null);
}

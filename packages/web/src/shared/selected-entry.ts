import type { ChatListEntry } from '@chat/contract/chats';
import { persist, readKept } from './persist.ts';

const SELECTED_UUID_KEY = 'chat.selectedUser';
const CHAT_TYPE_KEY = 'chat.chatType';
/** The group that is shown: in each group, the chat with the same person is another one. */
const SELECTED_GROUP_KEY = 'chat.selectedGroup';

export interface SelectedEntry {
  uuid: string;
  chatType: ChatListEntry['chatType'];
}

/** Persists which group is shown; what was open in another one is forgotten. */
export function rememberGroup(groupId: string): void {
  if (!isOfGroup(groupId)) forgetEntry();
  persist(SELECTED_GROUP_KEY, groupId);
}

/** Persists which entry of the chat list is open. */
export function rememberEntry(entry: SelectedEntry): void {
  persist(SELECTED_UUID_KEY, entry.uuid);
  persist(CHAT_TYPE_KEY, entry.chatType);
}

/** The persisted entry, unless it was chosen in another group (rules/navigation 19). */
export function readEntry(groupId: string): SelectedEntry | null {
  const uuid = readKept(SELECTED_UUID_KEY);
  const chatType = readKept(CHAT_TYPE_KEY);
  if (!uuid || (chatType !== 'DIRECT' && chatType !== 'GROUP')) return null;
  return isOfGroup(groupId) ? { uuid, chatType } : null;
}

/** Forgets the group too. */
export function forgetEntry(): void {
  for (const key of [SELECTED_UUID_KEY, CHAT_TYPE_KEY, SELECTED_GROUP_KEY]) persist(key, null);
}

/** Without a stored group, the entry counts for every group. */
const isOfGroup = (groupId: string) => (readKept(SELECTED_GROUP_KEY) ?? groupId) === groupId;

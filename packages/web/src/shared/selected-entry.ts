import type { ChatListEntry } from '@chat/contract/chats';
import { persist, readKept } from './persist.ts';

const SELECTED_USER_KEY = 'chat.selectedUser';
const CHAT_TYPE_KEY = 'chat.chatType';
/** Key of the group that is shown: in another group, the same person is another chat. */
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
  persist(SELECTED_USER_KEY, entry.uuid);
  persist(CHAT_TYPE_KEY, entry.chatType);
}

/** The persisted entry, unless it was chosen in another group (rules/navigation 19). */
export function readEntry(groupId: string): SelectedEntry | null {
  const uuid = readKept(SELECTED_USER_KEY);
  const chatType = readKept(CHAT_TYPE_KEY);
  if (!uuid || (chatType !== 'DIRECT' && chatType !== 'GROUP')) return null;
  return isOfGroup(groupId) ? { uuid, chatType } : null;
}

export function forgetEntry(): void {
  for (const key of [SELECTED_USER_KEY, CHAT_TYPE_KEY, SELECTED_GROUP_KEY]) persist(key, null);
}

/** An entry of whose group nothing is known may be of any. */
const isOfGroup = (groupId: string) => (readKept(SELECTED_GROUP_KEY) ?? groupId) === groupId;

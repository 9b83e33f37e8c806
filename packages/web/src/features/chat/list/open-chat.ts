import type { ChatListEntry } from '@chat/contract/chats';
import type { SelectedEntry } from '../../../shared/selected-entry.ts';

type Entry = Pick<ChatListEntry, 'uuid' | 'chatType'>;

/** The entry that a group's page opens: the chosen one, else the group's own chat where it stands beside the list. */
export function openedEntry<E extends Entry>(
  entries: readonly E[],
  chosen: SelectedEntry | null,
  isSplit: boolean,
): E | undefined {
  const found = entries.find(
    ({ uuid, chatType }) => uuid === chosen?.uuid && chatType === chosen.chatType,
  );
  if (found || !isSplit) return found;
  return entries.find(({ chatType }) => chatType === 'GROUP');
}

/** The chat on the screen, and whether its newest end is in sight. */
let open: { chatId: string; isAtEnd: boolean } | null = null;

export function setOpenChat(chat: { chatId: string; isAtEnd: boolean } | null): void {
  open = chat;
}

/** A new message of the chat is seen the moment it comes. */
export function isBeingRead(chatId: string): boolean {
  return open?.chatId === chatId && open.isAtEnd && document.visibilityState === 'visible';
}

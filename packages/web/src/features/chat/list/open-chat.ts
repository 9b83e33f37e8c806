import type { ChatListEntry } from '@chat/contract/chats';
import { useCallback, useEffect, useState } from 'react';
import { useSearch } from '../../../shared/navigation.ts';
import {
  forgetEntry,
  readEntry,
  rememberEntry,
  rememberGroup,
  type SelectedEntry,
} from '../../../shared/selected-entry.ts';

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

interface Selection {
  entry: ChatListEntry | undefined;
  select: (entry: ChatListEntry) => void;
  leave: () => void;
}

type Listener = (groupId: string, entry: SelectedEntry) => void;
const listeners = new Set<Listener>();

/** Opens an entry from elsewhere: at once where its group is shown, else when the reader gets there. */
export function chooseEntry(groupId: string, entry: SelectedEntry): void {
  rememberGroup(groupId);
  rememberEntry(entry);
  for (const listener of listeners) listener(groupId, entry);
}

/** The open entry, kept over reloads. */
export function useSelectedEntry(
  groupId: string,
  entries: ChatListEntry[] | undefined,
  isSplit: boolean,
): Selection {
  const [chosen, setChosen] = useState(() => readEntry(groupId));
  const asked = useAskedEntry(entries);
  const entry = asked ?? (entries && openedEntry(entries, chosen, isSplit));
  useEffect(() => {
    if (!asked) return;
    setChosen(asked);
    dropAskedChat();
  }, [asked]);
  useEffect(() => {
    rememberGroup(groupId);
    if (entry) rememberEntry(entry);
  }, [groupId, entry]);
  useEffect(() => {
    const listener: Listener = (chosenGroupId, chosenEntry) => {
      if (chosenGroupId === groupId) setChosen(chosenEntry);
    };
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }, [groupId]);
  const leave = useCallback(() => {
    dropAskedChat();
    forgetEntry();
    setChosen(null);
  }, []);
  const select = useCallback((chosenEntry: ChatListEntry) => {
    dropAskedChat();
    setChosen(chosenEntry);
  }, []);
  return { entry, select, leave };
}

/** The entry of the chat that the address asks for, as a clicked push does, until that chat is open. */
function useAskedEntry(entries: ChatListEntry[] | undefined): ChatListEntry | undefined {
  const chatId = new URLSearchParams(useSearch()).get('chat');
  return chatId ? entries?.find(({ chatUuid }) => chatUuid === chatId) : undefined;
}

/** The step stays, and says no more which chat it opened. */
function dropAskedChat(): void {
  const { pathname, search } = window.location;
  if (search) window.history.replaceState(window.history.state, '', pathname);
}

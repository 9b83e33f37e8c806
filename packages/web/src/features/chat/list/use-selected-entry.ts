import type { ChatListEntry } from '@chat/contract/chats';
import { useCallback, useEffect, useState } from 'react';
import {
  forgetEntry,
  readEntry,
  rememberEntry,
  rememberGroup,
  type SelectedEntry,
} from '../../../shared/selected-entry.ts';
import { openedEntry } from './open-chat.ts';

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
  const entry = entries && openedEntry(entries, chosen, isSplit);
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
    forgetEntry();
    setChosen(null);
  }, []);
  return { entry, select: setChosen, leave };
}

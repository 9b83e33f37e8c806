import type { ChatListEntry } from '@chat/contract/chats/chats.schema';
import { useCallback, useEffect, useState } from 'react';
import {
  forgetEntry,
  readEntry,
  rememberEntry,
  type SelectedEntry,
} from '../../../../shared/selected-entry.ts';

interface Selection {
  entry: ChatListEntry | undefined;
  select: (entry: ChatListEntry) => void;
  leave: () => void;
}

// The stored entry is of the group last shown: the same person in another group is another chat.
let lastGroupId: string | null = null;

type Listener = (groupId: string, entry: SelectedEntry) => void;
const listeners = new Set<Listener>();

/** Opens an entry from elsewhere: at once where its group is shown, else when the reader gets there. */
export function chooseEntry(groupId: string, entry: SelectedEntry): void {
  lastGroupId = groupId;
  rememberEntry(entry);
  for (const listener of listeners) listener(groupId, entry);
}

function persistedEntry(groupId: string): SelectedEntry | null {
  return lastGroupId === null || lastGroupId === groupId ? readEntry() : null;
}

/** The open entry, kept over reloads. Where list and conversation fit together, the group chat is open at first. */
export function useSelectedEntry(
  groupId: string,
  entries: ChatListEntry[] | undefined,
  isSplit: boolean,
): Selection {
  const [chosen, setChosen] = useState(() => persistedEntry(groupId));
  const persisted = entries?.find(
    ({ uuid, chatType }) => uuid === chosen?.uuid && chatType === chosen.chatType,
  );
  const entry =
    persisted ?? (isSplit ? entries?.find(({ chatType }) => chatType === 'GROUP') : undefined);
  useEffect(() => {
    lastGroupId = groupId;
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

import type { ChatListEntry } from '@chat/contract/chats/chats.schema';
import { useCallback, useEffect, useState } from 'react';
import {
  forgetEntry,
  readEntry,
  rememberEntry,
  type SelectedEntry,
} from '../../../shared/selected-entry.ts';

interface Selection {
  entry: ChatListEntry | undefined;
  select: (entry: ChatListEntry) => void;
  leave: () => void;
}

/** The open entry, kept over reloads. Where list and conversation fit together, the group chat is open at first. */
export function useSelectedEntry(
  entries: ChatListEntry[] | undefined,
  isSplit: boolean,
): Selection {
  const [chosen, setChosen] = useState<SelectedEntry | null>(readEntry);
  const kept = entries?.find(
    ({ uuid, chatType }) => uuid === chosen?.uuid && chatType === chosen.chatType,
  );
  const entry =
    kept ?? (isSplit ? entries?.find(({ chatType }) => chatType === 'GROUP') : undefined);
  useEffect(() => {
    if (entry) rememberEntry(entry);
  }, [entry]);
  const leave = useCallback(() => {
    forgetEntry();
    setChosen(null);
  }, []);
  return { entry, select: setChosen, leave };
}

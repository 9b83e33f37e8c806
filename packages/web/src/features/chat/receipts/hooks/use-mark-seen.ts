import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { usePageVisible } from '../../../../shared/hooks/use-page-visible.ts';
import { setOpenChat } from '../../list/open-chat.ts';
import { markSeen } from '../api/mark-seen.ts';

export interface Shown {
  /** The newest message that has been on the screen. */
  upToSeq: number;
  isAtEnd: boolean;
}

/** Emits `seen` for what the open chat shows while the tab is looked at (rules/receipts 18). */
export function useMarkSeen(chatId: string | null, { upToSeq, isAtEnd }: Shown): void {
  const queryClient = useQueryClient();
  const isVisible = usePageVisible();
  useEffect(() => {
    setOpenChat(chatId ? { chatId, isAtEnd } : null);
    return () => setOpenChat(null);
  }, [chatId, isAtEnd]);
  useEffect(() => {
    if (chatId && isVisible && upToSeq > 0) markSeen(queryClient, chatId, upToSeq);
  }, [queryClient, chatId, isVisible, upToSeq]);
}

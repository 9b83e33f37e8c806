import type { Message } from '@chat/contract/messages';
import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { messagesQuery } from '../api/list-messages.ts';
import type { MessageWindow } from '../message-window.ts';

/** The message as it stands now in the open chat; none once it is gone. */
export function useMessage(chatId: string, messageId: string): Message | undefined {
  const select = useCallback(
    ({ messages }: MessageWindow) => messages.find(({ uuid }) => uuid === messageId),
    [messageId],
  );
  return useQuery({ ...messagesQuery(chatId), select, enabled: false }).data;
}

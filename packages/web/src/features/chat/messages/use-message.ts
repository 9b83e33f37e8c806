import type { Message } from '@chat/contract/messages';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useLayoutEffect } from 'react';
import { create } from 'zustand';
import { messagesQuery } from './list-messages.ts';
import type { MessageWindow } from './message-window.ts';

/** The current state of a message in the open chat; undefined once it is gone. */
export function useMessage(chatId: string, messageId: string): Message | undefined {
  const select = useCallback(
    ({ messages }: MessageWindow) => messages.find(({ uuid }) => uuid === messageId),
    [messageId],
  );
  return useQuery({ ...messagesQuery(chatId), select, enabled: false }).data;
}

/** Whether the message has gone from its open chat; a deletion during an absence shows only in what is read afterwards. */
export function useIsDeleted(message: Message | null): boolean {
  const { data } = useQuery({
    ...messagesQuery(message?.chatUuid ?? ''),
    // As long as there is no message, going to another chat changes nothing here.
    enabled: message !== null,
    select: (loaded) => message !== null && isMissing(loaded, message),
  });
  return data ?? false;
}

function isMissing({ messages }: MessageWindow, { uuid, seq }: Message): boolean {
  const [oldest, newest] = [messages[0], messages.at(-1)];
  if (!oldest || !newest || seq < oldest.seq || seq > newest.seq) return false;
  return !messages.some((message) => message.uuid === uuid);
}

const none: readonly Message[] = [];

/** The messages of the chat on screen: none while they are read, or after the chat is left. */
export const useShownMessages = create<{ messages: readonly Message[] }>(() => ({
  messages: none,
}));

const show = (messages: readonly Message[]) => useShownMessages.setState({ messages });

/** For what must end with them: a recording that plays (rules/voice 14). */
export function useNoteShown(messages = none): void {
  useLayoutEffect(() => show(messages), [messages]);
  useLayoutEffect(() => () => show(none), []);
}

import type { Message } from '@chat/contract/messages';
import { useLayoutEffect } from 'react';
import { create } from 'zustand';

const none: readonly Message[] = [];

/** Those of the chat that is shown: none while it is read, or once it is left. */
export const useShownMessages = create<{ messages: readonly Message[] }>(() => ({
  messages: none,
}));

const show = (messages: readonly Message[]) => useShownMessages.setState({ messages });

/** For what must end with them: a recording that plays (rules/voice 14). */
export function useNoteShown(messages = none): void {
  useLayoutEffect(() => show(messages), [messages]);
  useLayoutEffect(() => () => show(none), []);
}

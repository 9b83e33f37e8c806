import { useLayoutEffect } from 'react';
import { forgetAskedMessage, useAskedMessage } from '../../messages/asked-message.ts';

/** Goes to the message that was asked for from elsewhere, once its chat is shown (rules/search-panel 8). */
export function useAskedInChat(chatId: string | null, goTo: (messageId: string) => void): void {
  const messageId = useAskedMessage(({ asked }) =>
    asked && asked.chatId === chatId ? asked.messageId : null,
  );
  useLayoutEffect(() => {
    if (messageId === null) return;
    forgetAskedMessage();
    goTo(messageId);
  }, [messageId, goTo]);
}

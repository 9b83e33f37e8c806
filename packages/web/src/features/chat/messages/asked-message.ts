import { create } from 'zustand';

interface AskedMessage {
  chatId: string;
  messageId: string;
}

/** The message that its chat is to be opened at, until that is done. */
export const useAskedMessage = create<{ asked: AskedMessage | null }>(() => ({ asked: null }));

export const askForMessage = (chatId: string, messageId: string): void =>
  useAskedMessage.setState({ asked: { chatId, messageId } });

export const forgetAskedMessage = (): void => useAskedMessage.setState({ asked: null });

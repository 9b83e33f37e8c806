import type { QueryClient } from '@tanstack/react-query';
import { create } from 'zustand';
import { isAbsent } from '../../../shared/api-error.ts';
import { readSession } from '../../../shared/session.ts';
import { cachedWindow, fetchPage, messagesKey, readIntoWindow } from './list-messages.ts';
import { loadMessagesAround } from './load-pages.ts';
import { emptyWindow, type MessageWindow, windowAround } from './message-window.ts';

interface AskedMessage {
  chatId: string;
  messageId: string;
}

/** The message that its chat is to be opened at, until that is done. */
export const useAskedMessage = create<{ asked: AskedMessage | null }>(() => ({ asked: null }));

export const askForMessage = (chatId: string, messageId: string): void =>
  useAskedMessage.setState({ asked: { chatId, messageId } });

export const forgetAskedMessage = (): void => useAskedMessage.setState({ asked: null });

const holds = ({ messages }: MessageWindow, messageId: string) =>
  messages.some(({ uuid }) => uuid === messageId);

/** Has a message at hand before its chat is opened there; false when that message is gone. */
export async function prepareMessage(
  queryClient: QueryClient,
  chatId: string,
  messageId: string,
): Promise<boolean> {
  const loaded = cachedWindow(queryClient, chatId);
  if (loaded && holds(loaded, messageId)) return true;
  try {
    if (loaded) return await loadMessagesAround(queryClient, chatId, messageId);
    return await beginAround(queryClient, chatId, messageId);
  } catch (error) {
    if (isAbsent(error)) return false;
    throw error;
  }
}

/** A chat of which nothing is loaded begins with the page around the message. */
async function beginAround(
  queryClient: QueryClient,
  chatId: string,
  messageId: string,
): Promise<boolean> {
  const login = readSession().login;
  const around = await readIntoWindow(
    queryClient,
    chatId,
    () => fetchPage(chatId, { around: messageId }),
    (page) => windowAround(page, messageId) ?? emptyWindow,
  );
  if (!holds(around, messageId)) return false;
  // The cache was cleared by a logout meanwhile, and stays so.
  if (readSession().login === login)
    queryClient.setQueryData<MessageWindow>(messagesKey(chatId), (now) => now ?? around);
  return true;
}

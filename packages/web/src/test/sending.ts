import { QueryClient } from '@tanstack/react-query';
import { vi } from 'vitest';
import type { ChatTarget } from '../features/chat/list/chat-lists.ts';
import { messagesKey } from '../features/chat/messages/list-messages.ts';
import { emptyWindow } from '../features/chat/messages/message-window.ts';
import { useOutbox } from '../features/chat/outbox/outbox.ts';
import { setCurrentUser, startSession } from '../shared/session.ts';
import { useNotification } from '../shared/toast/notify.ts';
import { ana, bruno, chatId, groupId, hash } from './builders.ts';

/** Ana's chat with Bruno. */
export const target: ChatTarget = {
  hash,
  chatType: 'DIRECT',
  chatId,
  groupId,
  peerId: bruno.uuid,
};

export const fetchMock = vi.fn<(url: string, init: RequestInit) => Promise<Response>>();

export const waiting = () => useOutbox.getState().messages;

/** Ana is signed in, her chat is loaded and empty, and nothing waits to be sent; gives what the page has cached. */
export function startSending(accept: (url: string, init: RequestInit) => Promise<Response>) {
  localStorage.clear();
  startSession({ accessToken: 'secreto', user: ana });
  setCurrentUser(ana);
  useOutbox.setState({ messages: [] });
  useNotification.setState({ current: null });
  const queryClient = new QueryClient();
  queryClient.setQueryData(messagesKey(chatId), emptyWindow);
  fetchMock.mockReset().mockImplementation(accept);
  vi.stubGlobal('fetch', fetchMock);
  return queryClient;
}

import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { setCurrentUser } from '../../../shared/session.ts';
import { ana, buildMessage, chatId, hash } from '../../../test/builders.ts';
import { configQuery } from '../../system/api.ts';
import { messagesKey } from '../messages/list-messages.ts';
import { emptyWindow } from '../messages/message-window.ts';
import { useEdit } from './use-edit.tsx';

it('begins with the last own message however early it is asked for', async () => {
  setCurrentUser(ana);
  const own = buildMessage(1, { senderId: ana.uuid });
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(own.createdAt) });
  onTestFinished(() => void vi.useRealTimers());
  const queryClient = new QueryClient();
  queryClient.setQueryData(messagesKey(chatId), { ...emptyWindow, messages: [own] });
  const signIn = { oidcName: null, passwordLogin: true };
  const config = { emailDomain: '', groupAddress: '', maxUploadBytes: 1, version: '1', ...signIn };
  const limits = { editMinutes: 15, deleteMinutes: 60 };
  queryClient.setQueryData(configQuery.queryKey, { ...config, ...limits });
  const { result } = renderHook(() => useEdit(hash, chatId), {
    wrapper: ({ children }) => (
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    ),
  });
  act(() => result.current.editLast());
  await waitFor(() => expect(result.current.edit?.place.read().text).toBe(own.content));
});

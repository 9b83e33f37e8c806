import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { setCurrentUser, startSession } from '../../../shared/session.ts';
import { ana, bruno, buildMessage, chatId } from '../../../test/builders.ts';
import { fakeSocket } from '../../../test/fakes.ts';
import { cachedWindow, messagesKey } from '../messages/list-messages.ts';
import { emptyWindow } from '../messages/message-window.ts';
import { createChatEvents, registerReactionsRealtime } from '../realtime/chat.realtime.ts';
import { isReacting, useReact } from './reactions.ts';

const message = buildMessage(1);
let queryClient: QueryClient;
let server: ReturnType<typeof fakeSocket>;
/** Each request waits until the test answers it. */
let asked: { said: string; answer: (response: Response) => void }[];

const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
);
const shown = () =>
  cachedWindow(queryClient, chatId)?.messages[0]?.reactions.map(({ emoji }) => emoji);
const stored = (emoji: string, userUuid = ana.uuid) =>
  Response.json({ content: { userUuid, userEmail: '', emoji, reactedAt: message.createdAt } });
const refused = () => Response.json({ message: '', errors: {} }, { status: 500 });
const reaction = (emoji: string, { uuid, email }: { uuid: string; email: string }) => {
  const reactedAt = message.createdAt;
  return { chatId, messageId: message.uuid, emoji, senderId: uuid, senderEmail: email, reactedAt };
};
const renderReact = () => renderHook(useReact, { wrapper }).result.current;
const answer = async (number: number, response: Response) => {
  await waitFor(() => expect(asked).toHaveLength(number));
  await act(async () => asked[number - 1]?.answer(response));
};

beforeEach(() => {
  asked = [];
  startSession({ accessToken: 'secreto', user: ana });
  setCurrentUser(ana);
  queryClient = new QueryClient();
  queryClient.setQueryData(messagesKey(chatId), { ...emptyWindow, messages: [message] });
  server = fakeSocket();
  registerReactionsRealtime(createChatEvents(server.socket, queryClient));
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  vi.stubGlobal('fetch', (_url: string, { method, body }: RequestInit) => {
    const said = `${method} ${body ? JSON.parse(String(body)).emoji : ''}`;
    return new Promise<Response>((resolve) => asked.push({ said: said.trim(), answer: resolve }));
  });
});

describe('a reaction', () => {
  it('is shown at once, and stays when the server has stored it', async () => {
    renderReact()(message, '👍');
    expect(shown()).toEqual(['👍']);
    await answer(1, stored('👍'));
    expect(shown()).toEqual(['👍']);
  });

  it('that fails is taken back without a word', async () => {
    renderReact()(message, '👍');
    await answer(1, refused());
    await waitFor(() => expect(shown()).toEqual([]));
  });

  it('that is changed while the first is told ends as the last, one request after the other', async () => {
    const react = renderReact();
    react(message, '👍');
    react(message, '❤️');
    react(message, null);
    await answer(1, stored('👍'));
    server.say('message:reacted', reaction('👍', ana));
    expect(shown()).toEqual([]);
    await answer(2, Response.json({ content: null }));
    expect(asked.map(({ said }) => said)).toEqual(['POST 👍', 'DELETE']);
    expect(shown()).toEqual([]);
  });

  it('that is wished twice before the server answers is told once', async () => {
    const react = renderReact();
    react(message, '👍');
    react(message, '👍');
    await answer(1, stored('👍'));
    await waitFor(() => expect(isReacting(message.uuid)).toBe(false));
    expect(asked.map(({ said }) => said)).toEqual(['POST 👍']);
    expect(shown()).toEqual(['👍']);
  });
});

describe('what the server tells of reactions', () => {
  it('shows those of others, and one’s own of other tabs', () => {
    server.say('message:reacted', reaction('😂', bruno));
    server.say('message:reacted', reaction('👍', ana));
    expect(shown()?.toSorted()).toEqual(['👍', '😂'].toSorted());
  });
});

import type { CreatedMessage } from '@chat/contract/writing';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { z } from 'zod';
import { socket } from '../../../shared/socket.ts';
import { useNotification } from '../../../shared/toast/notify.ts';
import { bruno, buildMessage, chatId, groupId } from '../../../test/builders.ts';
import { fetchMock, startSending, target, waiting } from '../../../test/sending.ts';
import type { ChatTarget } from '../list/chat-lists.ts';
import { cachedWindow, messagesKey } from '../messages/list-messages.ts';
import { messagesTexts } from '../messages/messages.texts.ts';
import { loadOutbox, putOutgoing, removeOutgoing, textDraft, useOutbox } from './outbox.ts';
import { sendingOf, useSendMessage } from './send-message.ts';

const personal: ChatTarget = { ...target, chatType: 'PERSONAL', groupId: null, peerId: null };
let queryClient: QueryClient;

const sentSchema = z.object({ referenceId: z.string(), content: z.string() });
const bodyOf = (init: RequestInit) => sentSchema.parse(JSON.parse(String(init.body)));
const created = (init: RequestInit, seq: number): CreatedMessage => {
  const { uuid, id, createdAt } = buildMessage(seq);
  const { referenceId } = bodyOf(init);
  return { uuid, id, seq, createdAt, referenceId, chatUuid: chatId, status: 'SENT' };
};

let stored = 0;
async function accept(_url: string, init: RequestInit): Promise<Response> {
  stored += 1;
  return Response.json({ content: [created(init, stored)] }, { status: 201 });
}
const lose = async () => {
  throw new TypeError('Failed to fetch');
};

const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
);
const renderSend = (chat = target) =>
  renderHook(useSendMessage, { wrapper, initialProps: chat }).result.current;
const renderSendText = (chat = target) => {
  const send = renderSend(chat);
  return (content: string) => send(textDraft(content));
};
const shown = () => cachedWindow(queryClient, chatId)?.messages.map(({ content }) => content);

beforeEach(() => {
  stored = 0;
  queryClient = startSending(accept);
});

describe('sending', () => {
  it('shows a message as pending at once, and as stored after the answer', async () => {
    renderSendText()('hola');
    expect(waiting()).toMatchObject([{ content: 'hola', state: 'pending' }]);
    await waitFor(() => expect(waiting()).toEqual([]));
    expect(shown()).toEqual(['hola']);
  });

  it('sends the messages of a chat one after the other', async () => {
    const send = renderSendText();
    for (const word of ['uno', 'dos', 'tres']) send(word);
    expect(fetchMock).toHaveBeenCalledTimes(1);
    await waitFor(() => expect(shown()).toEqual(['uno', 'dos', 'tres']));
  });

  it('tells why the server refused, and goes on with the next message', async () => {
    fetchMock.mockResolvedValueOnce(Response.json({ message: 'No puedes' }, { status: 403 }));
    const send = renderSendText();
    send('uno');
    send('dos');
    await waitFor(() => expect(shown()).toEqual(['dos']));
    expect(waiting()).toMatchObject([{ content: 'uno', state: 'refused' }]);
    expect(useNotification.getState().current).toMatchObject({
      message: 'No puedes',
      color: 'error',
    });
  });

  const refuse = (status: number, message: string, seconds: number) => async () =>
    Response.json({ message }, { status, headers: { 'retry-after': `${seconds}` } });

  it('waits as long as the server asks when too much was sent, and sends all in order by itself', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    onTestFinished(() => void vi.useRealTimers());
    fetchMock.mockImplementationOnce(refuse(429, 'Has enviado demasiado', 20));
    const send = renderSendText();
    send('uno');
    send('dos');
    await waitFor(() =>
      expect(useNotification.getState().current?.message).toBe('Has enviado demasiado'),
    );
    expect(waiting().map(({ state }) => state)).toEqual(['pending', 'pending']);
    await vi.advanceTimersByTimeAsync(15_000);
    expect(fetchMock).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(5_000);
    await waitFor(() => expect(shown()).toEqual(['uno', 'dos']));
    expect(waiting()).toEqual([]);
  });

  it('keeps what is beyond the limit of the day as failed, and says so', async () => {
    const text = 'Has alcanzado tu límite diario de 2048 MB';
    fetchMock.mockImplementationOnce(refuse(429, text, 3_600));
    renderSendText()('uno');
    await waitFor(() => expect(waiting()).toMatchObject([{ content: 'uno', state: 'refused' }]));
    expect(useNotification.getState().current?.message).toBe(text);
  });

  it('holds all of a chat back in order when the network is lost, and sends it on reconnection', async () => {
    fetchMock.mockImplementation(lose);
    const send = renderSendText();
    send('uno');
    send('dos');
    await waitFor(() =>
      expect(waiting().map(({ state }) => state)).toEqual(['unreachable', 'unreachable']),
    );
    expect(useNotification.getState().current?.message).toBe(messagesTexts.sendFailed);
    fetchMock.mockImplementation(accept);
    sendingOf(queryClient).resume();
    await waitFor(() => expect(shown()).toEqual(['uno', 'dos']));
  });

  it('tries again by itself when only the answer was lost, not the socket', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    socket.connected = true;
    onTestFinished(() => {
      socket.connected = false;
      vi.useRealTimers();
    });
    fetchMock.mockImplementationOnce(lose);
    renderSendText()('hola');
    await waitFor(() => expect(waiting()[0]?.state).toBe('unreachable'));
    await vi.advanceTimersByTimeAsync(8_000);
    await waitFor(() => expect(shown()).toEqual(['hola']));
  });

  it.each([
    ['in words of its own', new Response('Bad Gateway', { status: 502 })],
    ['in the form of the chat', Response.json({ message: 'Se está iniciando' }, { status: 502 })],
    ['late', new Response('Gateway Time-out', { status: 504 })],
  ])(
    'waits without an alarm when a proxy answers for a server that is away, %s',
    async (_, answer) => {
      fetchMock.mockResolvedValueOnce(answer);
      renderSendText()('hola');
      await waitFor(() => expect(waiting()[0]?.state).toBe('unreachable'));
      expect(useNotification.getState().current).toBeNull();
      sendingOf(queryClient).resume();
      await waitFor(() => expect(shown()).toEqual(['hola']));
    },
  );

  it('keeps what a restricted session may not send, without an alarm, and sends it afterwards in order', async () => {
    const errors = { required: ['PASSWORD'] };
    fetchMock.mockResolvedValueOnce(Response.json({ message: 'Antes', errors }, { status: 403 }));
    const send = renderSendText();
    send('uno');
    send('dos');
    await waitFor(() =>
      expect(waiting().map(({ state }) => state)).toEqual(['unreachable', 'unreachable']),
    );
    expect(fetchMock).toHaveBeenCalledTimes(1);
    expect(useNotification.getState().current).toBeNull();
    sendingOf(queryClient).resume();
    await waitFor(() => expect(shown()).toEqual(['uno', 'dos']));
  });

  it('tells why it waits when the server itself takes nothing', async () => {
    const text = 'No queda espacio en el disco del servidor. Avisa a un administrador.';
    fetchMock.mockImplementationOnce(refuse(503, text, 2));
    renderSendText()('hola');
    await waitFor(() => expect(waiting()[0]?.state).toBe('unreachable'));
    expect(useNotification.getState().current?.message).toBe(text);
  });

  it('tries again under the same reference', async () => {
    fetchMock.mockImplementationOnce(lose);
    renderSendText()('hola');
    await waitFor(() => expect(waiting()[0]?.state).toBe('unreachable'));
    const [failed] = waiting();
    sendingOf(queryClient).retry(failed?.referenceId ?? '');
    await waitFor(() => expect(waiting()).toEqual([]));
    const references = fetchMock.mock.calls.map(([, init]) => bodyOf(init).referenceId);
    expect(references).toEqual([failed?.referenceId, failed?.referenceId]);
  });

  it('tries once what is tried again twice, and never what was discarded', async () => {
    fetchMock.mockResolvedValueOnce(Response.json({}, { status: 500 }));
    renderSendText()('hola');
    await waitFor(() => expect(waiting()).toMatchObject([{ state: 'refused' }]));
    const [failed] = waiting();
    if (!failed) throw new Error('nothing waits');
    const resync = vi.spyOn(queryClient, 'invalidateQueries');
    const sending = sendingOf(queryClient);
    sending.retry(failed.referenceId);
    sending.retry(failed.referenceId);
    await waitFor(() => expect(shown()).toEqual(['hola']));
    await waitFor(() => expect(resync).toHaveBeenCalledTimes(2));
    expect(fetchMock).toHaveBeenCalledTimes(2);

    putOutgoing(failed);
    sending.discard(failed.referenceId);
    sending.retry(failed.referenceId);
    expect(waiting()).toEqual([]);
    expect(fetchMock).toHaveBeenCalledTimes(2);
  });

  it('does not fail a message whose event came although the answer was lost', async () => {
    fetchMock.mockImplementationOnce(async (_url, init) => {
      removeOutgoing(bodyOf(init).referenceId);
      throw new TypeError('Failed to fetch');
    });
    renderSendText()('hola');
    await waitFor(() => expect(waiting()).toEqual([]));
    expect(useNotification.getState().current).toBeNull();
  });

  it('does not bring back a message that was heard and deleted before the answer', async () => {
    fetchMock.mockImplementationOnce(async (url, init) => {
      removeOutgoing(bodyOf(init).referenceId);
      return accept(url, init);
    });
    const send = renderSendText();
    send('uno');
    send('dos');
    await waitFor(() => expect(shown()).toEqual(['dos']));
  });

  it('reads again after a second try, whose first may have been stored and deleted since', async () => {
    fetchMock.mockImplementationOnce(lose);
    renderSendText()('hola');
    await waitFor(() => expect(waiting()[0]?.state).toBe('unreachable'));
    sendingOf(queryClient).resume();
    const isInvalidated = () => queryClient.getQueryState(messagesKey(chatId))?.isInvalidated;
    await waitFor(() => expect(isInvalidated()).toBe(true));
    expect(waiting()).toEqual([]);
  });

  it('finds what was not sent again after a reload', async () => {
    fetchMock.mockImplementation(lose);
    renderSendText()('hola');
    await waitFor(() => expect(waiting()[0]?.state).toBe('unreachable'));
    useOutbox.setState({ messages: [] });
    loadOutbox();
    expect(waiting()).toMatchObject([{ content: 'hola', state: 'unreachable' }]);
  });

  it('makes the direct chat with the first message', async () => {
    fetchMock.mockResolvedValueOnce(Response.json({ content: { uuid: chatId } }));
    renderSendText({ ...target, chatId: null })('hola');
    await waitFor(() => expect(waiting()).toEqual([]));
    expect(fetchMock.mock.calls.map(([url]) => url)).toEqual([
      `/api/chats/users/${bruno.uuid}/groups/${groupId}`,
      `/api/chats/${chatId}/messages`,
    ]);
  });

  it('answers a message by the way of replies, and quotes it when it is stored', async () => {
    const answered = buildMessage(9);
    renderSend()({ ...textDraft('claro'), replyTo: answered });
    await waitFor(() => expect(waiting()).toEqual([]));
    const [url] = fetchMock.mock.calls[0] ?? [];
    expect(url).toBe(`/api/chats/messages/${answered.uuid}/reply`);
    expect(cachedWindow(queryClient, chatId)?.messages).toMatchObject([
      {
        content: 'claro',
        replyToMessageUuid: answered.uuid,
        replyToMessageContent: answered.content,
        replyToMessageSenderEmail: bruno.email,
      },
    ]);
  });

  it('sends what the product names', async () => {
    renderSend()({ ...textDraft('hola'), mentions: [bruno] });
    await waitFor(() => expect(waiting()).toEqual([]));
    const [, init] = fetchMock.mock.calls[0] ?? [];
    expect(JSON.parse(String(init?.body))).toEqual({
      content: 'hola',
      type: 'TEXT',
      groupUuid: groupId,
      referenceId: expect.any(String),
      mentionedUserIds: [bruno.uuid],
    });
  });

  it('sends content and type alone in the personal chat, its reference beside them', async () => {
    fetchMock.mockImplementationOnce(lose);
    renderSend(personal)(textDraft('nota'));
    await waitFor(() => expect(waiting()[0]?.state).toBe('unreachable'));
    const reference = waiting()[0]?.referenceId;
    sendingOf(queryClient).resume();
    await waitFor(() => expect(fetchMock).toHaveBeenCalledTimes(2));
    for (const [, init] of fetchMock.mock.calls) {
      expect(JSON.parse(String(init.body))).toEqual({ content: 'nota', type: 'TEXT' });
      expect(new Headers(init.headers).get('idempotency-key')).toBe(reference);
    }
  });

  it('says whom it mentions, to the server and on the stored message', async () => {
    renderSend()({ ...textDraft('hola @bruno'), mentions: [bruno] });
    await waitFor(() => expect(waiting()).toEqual([]));
    const [, init] = fetchMock.mock.calls[0] ?? [];
    expect(JSON.parse(String(init?.body))).toMatchObject({ mentionedUserIds: [bruno.uuid] });
    expect(cachedWindow(queryClient, chatId)?.messages[0]?.mentions).toEqual([bruno]);
  });
});

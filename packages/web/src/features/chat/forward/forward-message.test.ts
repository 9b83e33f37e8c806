import type { QueryClient } from '@tanstack/react-query';
import { waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { useNotification } from '../../../shared/toast/notify.ts';
import { ana, buildMessage, chatId } from '../../../test/builders.ts';
import { fetchMock, startSending, target, waiting } from '../../../test/sending.ts';
import type { ChatTarget } from '../list/chat-lists.ts';
import { cachedWindow } from '../messages/list-messages.ts';
import { loadOutbox, useOutbox } from '../outbox/outbox.ts';
import { sendingOf } from '../outbox/send-message.ts';
import { forwardMessage } from './forward.ts';

const personal: ChatTarget = {
  hash: 'mine',
  chatType: 'PERSONAL',
  chatId: 'mine',
  groupId: null,
  peerId: null,
};
const original = buildMessage(7, { chatUuid: 'elsewhere', content: 'El plano, @bruno' });
const report = buildMessage(8, { type: 'FILE', content: '', fileName: 'acta.pdf', fileSize: 9 });
let queryClient: QueryClient;

const sent = () =>
  fetchMock.mock.calls
    .filter(([, { method }]) => method === 'POST')
    .map(([url, { body }]) => [url, JSON.parse(String(body))]);
const refuse = (status: number, message: string) =>
  fetchMock.mockImplementation(async () => Response.json({ message }, { status }));

/** The server behind a send: first it answers, then it lists the stored message. */
async function accept(_url: string, init: RequestInit): Promise<Response> {
  const copy = buildMessage(1, { senderId: ana.uuid, content: original.content, forwarded: true });
  if (init.method !== 'POST') return Response.json({ content: [copy], pagination: null });
  const { referenceId } = JSON.parse(String(init.body));
  return Response.json({ content: [{ ...copy, referenceId }] }, { status: 201 });
}

beforeEach(() => {
  queryClient = startSending(accept);
});

describe('a message sent on', () => {
  it('waits as a copy that shows its text, or its file, and is read as it was stored', async () => {
    forwardMessage(queryClient, original, [target]);
    expect(waiting()).toMatchObject([
      { content: 'El plano, @bruno', mentions: [], forwarded: { file: null }, state: 'pending' },
    ]);
    await waitFor(() => expect(waiting()).toEqual([]));
    expect(cachedWindow(queryClient, chatId)?.messages).toMatchObject([{ forwarded: true }]);
    forwardMessage(queryClient, report, [target]);
    expect(waiting()).toMatchObject([
      { type: 'FILE', file: null, forwarded: { file: { name: 'acta.pdf', size: 9 } } },
    ]);
  });

  it('names the original and nothing of it, once for each chat, a personal one too', async () => {
    forwardMessage(queryClient, original, [target, personal]);
    await waitFor(() => expect(sent()).toHaveLength(2));
    const body = { forwardedFrom: original.uuid, referenceId: expect.any(String) };
    expect(sent()).toEqual([
      [`/api/chats/${chatId}/messages`, body],
      ['/api/chats/mine/messages', body],
    ]);
  });

  it('outlives a reload without a network, and goes under its own reference', async () => {
    fetchMock.mockRejectedValue(new TypeError('Failed to fetch'));
    forwardMessage(queryClient, original, [target]);
    await waitFor(() => expect(waiting()).toMatchObject([{ state: 'unreachable' }]));
    const [, first] = sent()[0] ?? [];
    useOutbox.setState({ messages: [] });
    loadOutbox();
    expect(waiting()).toMatchObject([{ content: 'El plano, @bruno' }]);
    fetchMock.mockImplementation(accept);
    sendingOf(queryClient).resume();
    await waitFor(() => expect(waiting()).toEqual([]));
    expect(sent().at(-1)?.[1]).toEqual(first);
  });

  it.each([
    [
      404,
      'No encontrado',
      'No se pudo reenviar: el mensaje o la conversación ya no está disponible.',
    ],
    [403, 'No puedes escribir en este chat', 'No puedes escribir en este chat'],
  ])(
    'refused with %i says so in Spanish and stays with a way on',
    async (status, answer, shown) => {
      refuse(status, answer);
      forwardMessage(queryClient, original, [target]);
      await waitFor(() => expect(waiting()).toMatchObject([{ state: 'refused' }]));
      expect(useNotification.getState().current).toMatchObject({ message: shown, color: 'error' });
    },
  );
});

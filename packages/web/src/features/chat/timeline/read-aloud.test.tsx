import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { setCurrentUser } from '../../../shared/session.ts';
import { ana, buildMessage, chatId, hash } from '../../../test/builders.ts';
import { messagesKey } from '../messages/list-messages.ts';
import { type MessageWindow, newestWindow, windowAroundSeq } from '../messages/message-window.ts';
import { type OutgoingMessage, useOutbox } from '../outbox/outbox.ts';
import { MessageLog } from './message-log.tsx';

const chat = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => buildMessage(from + index));

const SOON = { timeout: 10_000 };

let queryClient: QueryClient;
let recorder: MutationObserver;
let announced: string[];

/** Ana looks at the chat, of which that is loaded. */
async function open(loaded: MessageWindow): Promise<void> {
  queryClient.setQueryData(messagesKey(chatId), loaded);
  render(
    <QueryClientProvider client={queryClient}>
      <MessageLog chatId={chatId} hash={hash} />
    </QueryClientProvider>,
  );
  // The reader comes once the page has nothing better to do.
  await waitFor(() => expect(document.querySelector('[aria-live=polite]')).not.toBeNull(), SOON);
  recorder = new MutationObserver((changes) => void announced.push(...changes.flatMap(textsOf)));
  recorder.observe(document.body, { childList: true, characterData: true, subtree: true });
  await settled();
}

/** The texts that a screen reader reads out: what is new in the nearest live region. */
function textsOf({ target, addedNodes }: MutationRecord): string[] {
  const at = target instanceof Element ? target : target.parentElement;
  const region = at?.closest('[aria-live], [role=log], [role=status], [role=alert]');
  if (!region || region.getAttribute('aria-live') === 'off') return [];
  return [...addedNodes].map(({ textContent }) => textContent ?? '');
}

/** Until the cache is drawn, and the changes are recorded. */
const settled = () => act(() => new Promise((resolve) => setTimeout(resolve)));

async function change(next: (loaded: MessageWindow) => MessageWindow): Promise<void> {
  queryClient.setQueryData<MessageWindow>(messagesKey(chatId), (now) => now && next(now));
  await settled();
}
const arrive = (...arrived: MessageWindow['messages']) =>
  change((loaded) => ({ ...loaded, messages: [...loaded.messages, ...arrived] }));

beforeEach(() => {
  setCurrentUser(ana);
  useOutbox.setState({ messages: [] });
  queryClient = new QueryClient();
  announced = [];
  vi.stubGlobal('fetch', () => new Promise(() => {}));
});
afterEach(() => {
  recorder.disconnect();
  cleanup();
});

describe('what is read aloud of a conversation', () => {
  it('is what is new at its end, once, with its sender', async () => {
    await open(newestWindow(chat(51, 100)));
    await arrive(buildMessage(101, { content: 'Hola' }));
    await arrive(
      buildMessage(102, { mentions: [ana], content: 'Ven' }),
      buildMessage(103, { type: 'IMAGE', fileName: 'plano.png', content: '' }),
    );
    expect(announced).toEqual([
      'bruno@empresa.local: Hola',
      'bruno@empresa.local: Te mencionó: Ven',
      'bruno@empresa.local: Imagen plano.png',
    ]);
  });

  it('is neither history nor a tick, a reaction, an edit or a deletion', async () => {
    await open(newestWindow(chat(51, 100)));
    await change((loaded) => ({ ...loaded, messages: [...chat(1, 50), ...loaded.messages] }));
    const reaction = { userUuid: ana.uuid, userEmail: ana.email, emoji: '👍', reactedAt: '' };
    await change((loaded) => ({
      ...loaded,
      messages: loaded.messages
        .slice(0, -1)
        .map((message) => ({ ...message, status: 'SEEN', content: 'Otra', reactions: [reaction] })),
    }));
    expect(announced).toEqual([]);
  });

  it('is nothing of the end that somebody comes back to, but for what came meanwhile', async () => {
    await open(newestWindow(chat(51, 100)));
    await change(() => windowAroundSeq(chat(1, 50), 25));
    await change(() => newestWindow(chat(51, 101)));
    expect(announced).toEqual(['bruno@empresa.local: mensaje 101']);
  });

  it('is the first message of all', async () => {
    await open(newestWindow([]));
    await arrive(buildMessage(1));
    expect(announced).toEqual(['bruno@empresa.local: mensaje 1']);
  });

  it('is the own message once, though it waits first and is stored then', async () => {
    const referenceId = 'de-ana';
    const waiting: OutgoingMessage = {
      referenceId,
      chat: { hash, chatType: 'DIRECT', chatId, groupId: null, peerId: null },
      type: 'TEXT',
      content: 'Voy',
      mentions: [],
      reply: null,
      file: null,
      forwarded: null,
      createdAt: buildMessage(101).createdAt,
      state: 'pending',
    };
    await open(newestWindow(chat(51, 100)));
    act(() => useOutbox.setState({ messages: [waiting] }));
    await settled();
    await arrive(buildMessage(101, { senderId: ana.uuid, referenceId, content: 'Voy' }));
    act(() => useOutbox.setState({ messages: [] }));
    await settled();
    await arrive(buildMessage(102, { senderId: ana.uuid, referenceId: 'otra', content: 'Ya' }));
    expect(announced).toEqual(['Tú: Voy', 'Tú: Ya']);
  });

  it('goes with the message when it is deleted', async () => {
    await open(newestWindow(chat(51, 100)));
    await arrive(buildMessage(101, { content: 'Se me escapó' }));
    await change((loaded) => ({ ...loaded, messages: loaded.messages.slice(0, -1) }));
    await waitFor(() => expect(document.body.textContent).not.toContain('Se me escapó'));
  });
});

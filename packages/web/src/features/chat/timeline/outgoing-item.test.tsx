import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ana, chatId, groupId, hash } from '../../../test/builders.ts';
import {
  findOutgoing,
  type OutgoingMessage,
  putOutgoing,
  removeOutgoing,
} from '../outbox/outbox.ts';
import { OutgoingItem } from './outgoing-item.tsx';

const written = (changes: Partial<OutgoingMessage> = {}): OutgoingMessage => ({
  referenceId: 'ref',
  chat: { hash, chatType: 'GROUP', chatId, groupId, peerId: null },
  type: 'TEXT',
  content: 'hola',
  mentions: [],
  reply: null,
  file: null,
  forwarded: null,
  createdAt: new Date().toISOString(),
  state: 'pending',
  ...changes,
});
/** Adds an outgoing message as `send-message.ts` does. */
const put = (outgoing: OutgoingMessage) => {
  putOutgoing(outgoing);
  return outgoing;
};
const show = (outgoing: OutgoingMessage) =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <OutgoingItem outgoing={outgoing} isFirst viewerId={ana.uuid} onQuote={vi.fn()} />
    </QueryClientProvider>,
  );
const tick = () => screen.queryByRole('img')?.getAttribute('aria-label');
const wait = (ms: number) => act(() => vi.advanceTimersByTime(ms));

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  removeOutgoing('ref');
  vi.useRealTimers();
});

describe('what was not taken as an image', () => {
  it('can be sent as a file by one press, and is not offered to be tried again', () => {
    const fetched = vi.fn(async () => new Promise<Response>(() => {}));
    vi.stubGlobal('fetch', fetched);
    const outgoing = written({
      type: 'IMAGE',
      content: 'el patio',
      file: { name: 'IMG_0001.JPG', size: 9 },
      state: 'notAnImage',
    });
    putOutgoing(outgoing);
    show(outgoing);
    expect(screen.queryByRole('button', { name: 'Reintentar' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Descartar' })).toBeTruthy();
    screen.getByRole('button', { name: 'Enviar como archivo' }).click();
    expect(findOutgoing('ref')).toEqual({ ...outgoing, type: 'FILE', state: 'pending' });
  });
});

describe('the ticks of a message that has just been sent', () => {
  it.each([
    ['GROUP', 'Enviado'],
    ['DIRECT', 'Enviado'],
    ['PERSONAL', 'Visto'],
  ] as const)("%s: say '%s' for the first second, then 'Enviando'", (chatType, first) => {
    show(put(written({ chat: { ...written().chat, chatType } })));
    expect(tick()).toBe(first);
    wait(999);
    expect(tick()).toBe(first);
    wait(1);
    expect(tick()).toBe('Enviando');
  });

  it('count from when it was written, however late it is drawn', () => {
    const outgoing = put(written());
    vi.advanceTimersByTime(600);
    show(outgoing);
    expect(tick()).toBe('Enviado');
    wait(400);
    expect(tick()).toBe('Enviando');
    cleanup();
    show(outgoing);
    expect(tick()).toBe('Enviando');
  });

  it.each([20, -20])('do so where the clock of the computer is set by %s minutes', (minutes) => {
    const outgoing = put(written());
    vi.setSystemTime(Date.now() + minutes * 60_000);
    show(outgoing);
    expect(tick()).toBe('Enviado');
    wait(1_000);
    expect(tick()).toBe('Enviando');
  });

  it('say so at once of one that an earlier page has left', () => {
    show(written());
    expect(tick()).toBe('Enviando');
  });

  it('are none once it has failed', () => {
    show(written({ state: 'refused' }));
    expect(tick()).toBeUndefined();
    expect(screen.getByRole('button', { name: 'Reintentar' })).toBeTruthy();
  });
});

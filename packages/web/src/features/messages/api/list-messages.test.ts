import type { Message } from '@chat/contract/messages/messages.schema';
import { QueryClient } from '@tanstack/react-query';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { buildMessage, chatId } from '../../../test/builders.ts';
import {
  changeMessages,
  heldMessages,
  loadMissedMessages,
  loadOlderMessages,
  messagesQuery,
  trimMessages,
} from './list-messages.ts';

let stored: Message[];
let queryClient: QueryClient;

const chat = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => buildMessage(from + index));
const seqs = () => heldMessages(queryClient, chatId)?.messages.map(({ seq }) => seq) ?? [];

/** Answers as `GET /chats/{id}/messages` does: 50 at most, oldest first. */
function page(url: string): Message[] {
  const { searchParams } = new URL(url, 'http://localhost');
  const at = (uuid: string | null) => stored.findIndex((message) => message.uuid === uuid);
  const [before, after] = [searchParams.get('before'), searchParams.get('after')];
  if (before) return stored.slice(0, at(before)).slice(-50);
  if (after) return stored.slice(at(after) + 1).slice(0, 50);
  return stored.slice(-50);
}

const readAgain = () => queryClient.fetchQuery({ ...messagesQuery(chatId), staleTime: 0 });

beforeEach(() => {
  queryClient = new QueryClient();
  vi.stubGlobal('fetch', async (url: string) => Response.json({ content: page(url) }));
});

describe('reading a chat', () => {
  it('starts with the newest page and goes up page by page until one is empty', async () => {
    stored = chat(1, 120);
    await readAgain();
    expect(seqs()).toEqual(chat(71, 120).map(({ seq }) => seq));
    for (let pages = 0; pages < 3; pages += 1) await loadOlderMessages(queryClient, chatId);
    expect(seqs()).toHaveLength(120);
    expect(heldMessages(queryClient, chatId)?.hasOlder).toBe(false);
  });

  it('brings what an absence missed and drops what was deleted, over all that was held', async () => {
    stored = chat(1, 100);
    await readAgain();
    await loadOlderMessages(queryClient, chatId);
    stored = chat(1, 180).filter(({ seq }) => seq !== 30 && seq !== 90);
    await readAgain();
    expect(seqs()).toEqual(stored.map(({ seq }) => seq));
  });

  it('keeps a message that comes while a page is read', async () => {
    stored = chat(1, 10);
    vi.stubGlobal('fetch', async (url: string) => {
      const content = page(url);
      changeMessages(queryClient, chatId, (messages) => [...messages, buildMessage(11)]);
      return Response.json({ content });
    });
    await readAgain();
    expect(seqs().at(-1)).toBe(11);
  });

  it('fills a gap of the live events, however long', async () => {
    stored = chat(1, 20);
    await readAgain();
    stored = chat(1, 200);
    await loadMissedMessages(queryClient, chatId, stored[19]?.uuid);
    expect(seqs()).toEqual(stored.map(({ seq }) => seq));
  });

  it('keeps the newest pages alone of a chat that is left', async () => {
    stored = chat(1, 300);
    await readAgain();
    for (let pages = 0; pages < 3; pages += 1) await loadOlderMessages(queryClient, chatId);
    trimMessages(queryClient, chatId);
    expect(seqs()).toEqual(chat(201, 300).map(({ seq }) => seq));
    expect(heldMessages(queryClient, chatId)?.hasOlder).toBe(true);
  });
});

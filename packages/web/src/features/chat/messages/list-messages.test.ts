import { firstOf } from '@chat/contract/checks';
import type { Message } from '@chat/contract/messages';
import { QueryClient } from '@tanstack/react-query';
import { waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { buildMessage, chatId } from '../../../test/builders.ts';
import { cachedWindow, changeMessages, leaveMessages, messagesQuery } from './list-messages.ts';
import {
  loadMessagesAround,
  loadMissedMessages,
  loadNewerMessages,
  loadNewestMessages,
  loadOlderMessages,
} from './load-pages.ts';

let stored: Message[];
let queryClient: QueryClient;

const chat = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => buildMessage(from + index));
const seqs = () => cachedWindow(queryClient, chatId)?.messages.map(({ seq }) => seq) ?? [];

/** Answers as `GET /chats/{id}/messages` does: at most 50 messages, oldest first; a missing anchor is 404. */
function answer(url: string): Response {
  const { searchParams } = new URL(url, 'http://localhost');
  const anchor = [...searchParams.values()][0];
  if (anchor && !stored.some(({ uuid }) => uuid === anchor))
    return new Response('{}', { status: 404 });
  return Response.json({ content: page(searchParams) });
}

function page(searchParams: URLSearchParams): Message[] {
  const at = (uuid: string | null) => stored.findIndex((message) => message.uuid === uuid);
  const [before, after] = [searchParams.get('before'), searchParams.get('after')];
  if (before) return stored.slice(0, at(before)).slice(-50);
  const around = searchParams.get('around');
  if (around) return stored.slice(Math.max(0, at(around) - 25), at(around) + 25);
  if (after) return stored.slice(at(after) + 1).slice(0, 50);
  return stored.slice(-50);
}

const resync = () => queryClient.fetchQuery({ ...messagesQuery(chatId), staleTime: 0 });

beforeEach(() => {
  queryClient = new QueryClient();
  vi.stubGlobal('fetch', async (url: string) => answer(url));
});

describe('reading a chat', () => {
  it('starts with the newest page and goes up page by page until one is empty', async () => {
    stored = chat(1, 120);
    await resync();
    expect(seqs()).toEqual(chat(71, 120).map(({ seq }) => seq));
    for (let pages = 0; pages < 3; pages += 1) await loadOlderMessages(queryClient, chatId);
    expect(seqs()).toHaveLength(120);
    expect(cachedWindow(queryClient, chatId)?.hasOlder).toBe(false);
  });

  it('brings what an absence missed and drops what was deleted, over all that was loaded', async () => {
    stored = chat(1, 100);
    await resync();
    await loadOlderMessages(queryClient, chatId);
    stored = chat(1, 180).filter(({ seq }) => seq !== 30 && seq !== 90);
    await resync();
    expect(seqs()).toEqual(stored.map(({ seq }) => seq));
  });

  it('ends at its oldest message once what stood above that was removed by age', async () => {
    stored = chat(1, 120);
    await resync();
    stored = chat(90, 120);
    await loadOlderMessages(queryClient, chatId);
    expect(cachedWindow(queryClient, chatId)?.hasOlder).toBe(false);
  });

  it('goes to its newest page when the place that was read has been removed by age', async () => {
    stored = chat(1, 300);
    await resync();
    await loadMessagesAround(queryClient, chatId, firstOf(chat(40, 40)).uuid);
    stored = chat(200, 300);
    await resync();
    expect(seqs()).toEqual(chat(251, 300).map(({ seq }) => seq));
  });

  it('keeps a message that comes while a page is read', async () => {
    stored = chat(1, 10);
    vi.stubGlobal('fetch', async (url: string) => {
      const response = answer(url);
      changeMessages(queryClient, chatId, (messages) => [...messages, buildMessage(11)]);
      return response;
    });
    await resync();
    expect(seqs().at(-1)).toBe(11);
  });

  it('fills a gap of the live events, however long', async () => {
    stored = chat(1, 20);
    await resync();
    stored = chat(1, 200);
    await loadMissedMessages(queryClient, chatId);
    expect(seqs()).toEqual(stored.map(({ seq }) => seq));
  });

  it('keeps the newest pages alone of a chat that is left', async () => {
    stored = chat(1, 300);
    await resync();
    for (let pages = 0; pages < 3; pages += 1) await loadOlderMessages(queryClient, chatId);
    leaveMessages(queryClient, chatId);
    expect(seqs()).toEqual(chat(201, 300).map(({ seq }) => seq));
    expect(cachedWindow(queryClient, chatId)?.hasOlder).toBe(true);
  });

  it('goes to an original pages away, down again page by page, and back to the newest at once', async () => {
    stored = chat(1, 400);
    await resync();
    expect(await loadMessagesAround(queryClient, chatId, buildMessage(100).uuid)).toBe(true);
    expect(seqs()).toEqual(chat(75, 124).map(({ seq }) => seq));
    await loadNewerMessages(queryClient, chatId);
    expect(seqs()).toEqual(chat(75, 174).map(({ seq }) => seq));
    await loadNewestMessages(queryClient, chatId);
    expect(seqs()).toEqual(chat(351, 400).map(({ seq }) => seq));
  });

  it('reads again what it shows away from the newest message, and stays there', async () => {
    stored = chat(1, 400);
    await resync();
    await loadMessagesAround(queryClient, chatId, buildMessage(100).uuid);
    stored = chat(1, 3000).filter(({ seq }) => seq !== 90);
    await resync();
    expect(seqs()).toContain(75);
    expect(seqs()).not.toContain(90);
    expect(seqs()).not.toContain(200);
    expect(cachedWindow(queryClient, chatId)?.hasNewer).toBe(true);
  });

  it('does not leave the place one jumped to for a re-read that began before', async () => {
    stored = chat(1, 400);
    await resync();
    const again = resync().catch(() => undefined);
    await loadMessagesAround(queryClient, chatId, buildMessage(100).uuid);
    await again;
    await waitFor(() => expect(queryClient.isFetching()).toBe(0));
    expect(seqs()).toContain(100);
    expect(seqs()).not.toContain(400);
  });
});

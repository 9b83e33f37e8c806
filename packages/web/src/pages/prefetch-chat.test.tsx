import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useSelectedEntry } from '../features/chat/list/open-chat.ts';
import { queryClient } from '../shared/query-client.ts';
import { rememberEntry } from '../shared/selected-entry.ts';
import { bruno, buildEntry } from '../test/builders.ts';
import { answerMedia } from '../test/fakes.ts';
import { prefetchChat } from './prefetch-chat.ts';

const [groupA, groupB] = ['grupo-a', 'grupo-b'];

/** Each group has its own chat and a direct chat with Bruno. */
const listOf = (groupId: string) => [
  buildEntry({ uuid: groupId, chatType: 'GROUP', chatUuid: `chat-${groupId}`, hash: groupId }),
  buildEntry({ chatUuid: `chat-bruno-${groupId}`, hash: `bruno-${groupId}` }),
];

const asked: string[] = [];
const prefetched = () => asked.filter((url) => url.endsWith('/messages'));

function showWidth(isSplit: boolean): void {
  answerMedia(isSplit);
}

/** Opens a group's page; returns the chat that it opens. */
function open(groupId: string, isSplit: boolean): string | null | undefined {
  const page = renderHook(() => useSelectedEntry(groupId, listOf(groupId), isSplit));
  return page.result.current.entry?.chatUuid;
}

beforeEach(() => {
  localStorage.clear();
  queryClient.clear();
  asked.length = 0;
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url);
    const [, groupId] = /groups\/([^/]+)\/chats/.exec(url) ?? [];
    return Response.json({ content: groupId ? listOf(groupId) : [] });
  });
});
afterEach(cleanup);

describe('what is fetched ahead of a group’s page', () => {
  it('is no chat on a phone, whose page opens with the list alone', async () => {
    showWidth(false);
    await prefetchChat(groupA);
    expect(open(groupA, false)).toBeUndefined();
    expect(prefetched()).toEqual([]);
  });

  it('is the group’s own chat where list and conversation stand side by side', async () => {
    showWidth(true);
    await prefetchChat(groupA);
    expect(open(groupA, true)).toBe('chat-grupo-a');
    expect(prefetched()).toEqual(['/api/chats/chat-grupo-a/messages']);
  });

  it('is the chat that was open before a reload, on a phone too', async () => {
    showWidth(false);
    act(() => rememberEntry({ uuid: bruno.uuid, chatType: 'DIRECT' }));
    await prefetchChat(groupA);
    expect(open(groupA, false)).toBe('chat-bruno-grupo-a');
    expect(prefetched()).toEqual(['/api/chats/chat-bruno-grupo-a/messages']);
  });

  it('is not the chat with the person who was open in another group', async () => {
    showWidth(true);
    rememberEntry({ uuid: bruno.uuid, chatType: 'DIRECT' });
    expect(open(groupA, true)).toBe('chat-bruno-grupo-a');
    await prefetchChat(groupB);
    expect(open(groupB, true)).toBe('chat-grupo-b');
    expect(prefetched()).toEqual(['/api/chats/chat-grupo-b/messages']);
  });

  it('is no chat on a phone that has left a conversation for another group', async () => {
    showWidth(false);
    rememberEntry({ uuid: bruno.uuid, chatType: 'DIRECT' });
    expect(open(groupA, false)).toBe('chat-bruno-grupo-a');
    expect(open(groupB, false)).toBeUndefined();
    await prefetchChat(groupA);
    expect(open(groupA, false)).toBeUndefined();
    expect(prefetched()).toEqual([]);
  });
});

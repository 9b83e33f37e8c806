import { lastMessageOf } from '@chat/contract/chat-changes';
import type { Message } from '@chat/contract/messages';
import { QueryClient } from '@tanstack/react-query';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { buildEntry, buildMessage, chatId, groupId } from '../../../test/builders.ts';
import { fakeSocket } from '../../../test/fakes.ts';
import { listenToChat } from '../../../test/listen-to-chat.ts';
import { chatListQuery, ownGroupsQuery } from '../list/chat-lists.ts';
import { cachedWindow, messagesKey } from '../messages/list-messages.ts';
import { loadMissedMessages } from '../messages/load-pages.ts';
import { emptyWindow } from '../messages/message-window.ts';
import { setReply, useReplies } from '../replies/replies.ts';

let queryClient: QueryClient;
let server: ReturnType<typeof fakeSocket>;

const [first, second, third] = [buildMessage(1), buildMessage(2), buildMessage(3)];
const anyText: unknown = expect.any(String);
const shown = () => cachedWindow(queryClient, chatId)?.messages;
const hold = (messages: Message[]) =>
  queryClient.setQueryData(messagesKey(chatId), { ...emptyWindow, messages });
const remove = (message: Message) =>
  server.say('message:deleted', { chatId, messageId: message.uuid });

beforeEach(() => {
  queryClient = new QueryClient();
  server = fakeSocket(() => undefined);
  listenToChat(server.socket, queryClient);
});

it('reads a chat again when a group changed: its reader may have been out of it meanwhile', () => {
  hold([first]);
  server.say('group:changed', { groupId });
  expect(queryClient.getQueryState(messagesKey(chatId))?.isInvalidated).toBe(true);
});

describe('a deleted message', () => {
  it('leaves its chat, and the quote of its replies says so', () => {
    const reply = {
      replyToMessageUuid: first.uuid,
      replyToMessageContent: first.content,
      replyToMessageMediaUrl: null,
    };
    hold([first, second, buildMessage(3, reply)]);
    remove(first);
    expect(shown()).toEqual([
      second,
      buildMessage(3, { ...reply, replyToMessageContent: 'Mensaje eliminado' }),
    ]);
  });

  it('has the lists and the unread counts read again', () => {
    const { queryKey } = chatListQuery(groupId);
    queryClient.setQueryData(queryKey, [buildEntry()]);
    queryClient.setQueryData(ownGroupsQuery.queryKey, []);
    remove(first);
    for (const key of [queryKey, ownGroupsQuery.queryKey]) {
      expect(queryClient.getQueryState(key)?.isInvalidated).toBe(true);
    }
  });

  it('does not come back with an answer that was on its way', async () => {
    hold([first]);
    vi.stubGlobal('fetch', async () => {
      remove(second);
      return Response.json({ content: [second, third] });
    });
    await loadMissedMessages(queryClient, chatId);
    expect(shown()).toEqual([first, third]);
  });
});

describe('an edited message', () => {
  const edit = (content: string, at: number) =>
    server.say('message:edited', {
      ...first,
      content,
      editedAt: new Date(Date.UTC(2026, 10, 21, 11, at)).toISOString(),
      newMentions: [],
    });
  const reply = buildMessage(3, {
    replyToMessageUuid: first.uuid,
    replyToMessageContent: first.content,
  });
  const listed = () => queryClient.getQueryData(chatListQuery(groupId).queryKey)?.[0];

  it('says so where its chat is loaded, and so does the quote of its replies', () => {
    hold([first, second, reply]);
    edit('otra cosa', 1);
    expect(shown()?.[0]).toMatchObject({ ...first, content: 'otra cosa', editedAt: anyText });
    expect(shown()?.slice(1)).toEqual([second, { ...reply, replyToMessageContent: 'otra cosa' }]);
  });

  it('says what the latest edit made of it, whichever comes first', () => {
    hold([first, reply]);
    edit('la segunda', 2);
    edit('la primera', 1);
    expect(shown()?.map(({ content }) => content)).toEqual(['la segunda', reply.content]);
    expect(shown()?.[1]?.replyToMessageContent).toBe('la segunda');
  });

  it('is what it says by then when its own event comes after that of the edit', () => {
    hold([]);
    edit('corregido', 1);
    server.say('message', first);
    server.say('message', { ...reply, seq: 2 });
    expect(shown()?.map(({ content }) => content)).toEqual(['corregido', reply.content]);
    expect(shown()?.[1]?.replyToMessageContent).toBe('corregido');
  });

  it('is what the chat list shows, where it is the last one', () => {
    const lastMessage = lastMessageOf(first);
    const { queryKey } = chatListQuery(groupId);
    queryClient.setQueryData(queryKey, [buildEntry({ lastMessage, unreadCount: 1 })]);
    edit('otra cosa', 1);
    const changed = { ...lastMessage, content: 'otra cosa' };
    expect(listed()).toEqual(buildEntry({ lastMessage: changed, unreadCount: 1 }));
  });

  it('is what is being answered, where somebody answers it', () => {
    setReply(first.hash, first);
    edit('otra cosa', 1);
    expect(useReplies.getState()[first.hash]?.content).toBe('otra cosa');
  });
});

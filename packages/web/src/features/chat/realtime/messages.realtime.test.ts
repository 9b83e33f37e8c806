import type { Message } from '@chat/contract/messages/messages.schema';
import { QueryClient } from '@tanstack/react-query';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { buildEntry, buildMessage, chatId, groupId } from '../../../test/builders.ts';
import { fakeSocket } from '../../../test/fake-socket.ts';
import { listenToChat } from '../../../test/listen-to-chat.ts';
import { chatListQuery } from '../list/api/chat-lists.ts';
import { ownGroupsQuery } from '../list/api/list-own-groups.ts';
import { cachedWindow, messagesKey } from '../messages/api/list-messages.ts';
import { loadMissedMessages } from '../messages/api/load-pages.ts';
import { emptyWindow } from '../messages/message-window.ts';

let queryClient: QueryClient;
let server: ReturnType<typeof fakeSocket>;

const [first, second, third] = [buildMessage(1), buildMessage(2), buildMessage(3)];
const shown = () => cachedWindow(queryClient, chatId)?.messages;
const hold = (messages: Message[]) =>
  queryClient.setQueryData(messagesKey(chatId), { ...emptyWindow, messages });
const remove = (message: Message) =>
  server.say('message:deleted', { chatId, messageId: message.uuid });

beforeEach(() => {
  queryClient = new QueryClient();
  server = fakeSocket();
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

import type { ChatListEntry } from '@chat/contract/chats';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { endSession, setCurrentUser, startSession } from '../../../shared/session.ts';
import { socket } from '../../../shared/socket.ts';
import {
  ana,
  bruno,
  buildEntry,
  buildMessage,
  buildOwnGroup,
  chatId,
  groupId,
} from '../../../test/builders.ts';
import { emitReserved, fakeSocket } from '../../../test/fakes.ts';
import { listenToChat } from '../../../test/listen-to-chat.ts';
import { chatListQuery, ownGroupsQuery } from '../list/chat-lists.ts';
import { setOpenChat } from '../list/open-chat.ts';
import { messagesQuery } from '../messages/list-messages.ts';
import { emptyWindow } from '../messages/message-window.ts';
import { markSeen } from '../receipts/receipts.ts';

let queryClient: QueryClient;
const emit = vi.fn();
let server: ReturnType<typeof fakeSocket>;

const entry = (): ChatListEntry | undefined =>
  queryClient.getQueryData(chatListQuery(groupId).queryKey)?.[0];
const groupUnread = () => queryClient.getQueryData(ownGroupsQuery.queryKey)?.[0]?.unreadCount;

/** The next request waits until the test answers it. */
function holdAnswer(): (content: unknown) => void {
  let settle: (response: Response) => void = () => {};
  const answer = new Promise<Response>((resolve) => {
    settle = resolve;
  });
  vi.stubGlobal('fetch', () => answer);
  return (content) => settle(Response.json({ content }));
}

beforeEach(() => {
  endSession();
  startSession({ accessToken: 'secreto', user: ana });
  setCurrentUser(ana);
  setOpenChat(null);
  queryClient = new QueryClient();
  queryClient.setQueryData(chatListQuery(groupId).queryKey, [buildEntry()]);
  queryClient.setQueryData(ownGroupsQuery.queryKey, [buildOwnGroup()]);
  emit.mockReset();
  server = fakeSocket(emit);
  listenToChat(server.socket, queryClient);
});

describe('a message in a chat that is not looked at', () => {
  it("is told as delivered and raises its entry's and its group's unread counts", () => {
    server.say('message', buildMessage(1));
    expect(emit).toHaveBeenCalledExactlyOnceWith('delivered', { chatId, upToSeq: 1 });
    expect(entry()).toMatchObject({ unreadCount: 1, lastMessage: { seq: 1 } });
    expect(groupUnread()).toBe(1);
  });

  it('of a group whose list is not loaded raises that group alone', () => {
    queryClient.removeQueries(chatListQuery(groupId));
    server.say('message', buildMessage(1));
    expect(groupUnread()).toBe(1);
  });

  it('leaves both counts when the chat is opened', () => {
    server.say('message', buildMessage(1));
    markSeen(queryClient, chatId, 1);
    expect(entry()?.unreadCount).toBe(0);
    expect(groupUnread()).toBe(0);
  });

  it('leaves both counts when another tab reads it', () => {
    server.say('message', buildMessage(1));
    server.say('chat:read', { chatId, seenSeq: 1, unreadCount: 0, lastSeq: 1 });
    expect(entry()?.unreadCount).toBe(0);
    expect(groupUnread()).toBe(0);
  });
});

it('a message that is being read counts nowhere and is not told as delivered', () => {
  setOpenChat({ chatId, isAtEnd: true });
  server.say('message', buildMessage(1));
  expect(emit).not.toHaveBeenCalled();
  expect(entry()?.unreadCount).toBe(0);
  expect(groupUnread()).toBe(0);
});

describe('what was shown', () => {
  const said = vi.fn();
  const reconnect = () => {
    socket.connected = true;
    emitReserved(socket, 'connect');
  };
  const saidSeen = () =>
    said.mock.calls.filter(([event]) => event === 'seen').map(([, seen]) => seen);

  beforeEach(() => {
    vi.useFakeTimers();
    said.mockReset();
    socket.connected = true;
    vi.spyOn(socket, 'emit').mockImplementation((event, ...rest: unknown[]) => {
      said(event, rest[0]);
      const [answer] = rest.slice(-1);
      if (typeof answer === 'function') answer({ ok: true });
      return socket;
    });
  });
  afterEach(() => {
    socket.connected = false;
    endSession();
    vi.useRealTimers();
  });

  it('takes it off the group too when an older answer of the groups comes after', async () => {
    server.say('message', buildMessage(1));
    const answer = holdAnswer();
    const asked = queryClient.fetchQuery({ ...ownGroupsQuery, staleTime: 0 });
    markSeen(queryClient, chatId, 1);
    answer([buildOwnGroup({ unreadCount: 1 })]);
    await asked;
    expect(groupUnread()).toBe(0);
  });

  it('is counted once where the answer of the groups overtakes the message', async () => {
    queryClient.removeQueries(chatListQuery(groupId));
    vi.stubGlobal('fetch', async () =>
      Response.json({ content: [buildOwnGroup({ unreadCount: 1 })] }),
    );
    new QueryObserver(queryClient, ownGroupsQuery).subscribe(() => {});
    await queryClient.refetchQueries(ownGroupsQuery);
    server.say('message', buildMessage(1));
    await vi.advanceTimersByTimeAsync(3_000);
    expect(groupUnread()).toBe(1);
  });

  it('is said again once the server hears again, until it has told that it knows', () => {
    socket.connected = false;
    markSeen(queryClient, chatId, 1);
    expect(saidSeen()).toEqual([]);
    reconnect();
    expect(saidSeen()).toEqual([{ chatId, upToSeq: 1 }]);
    vi.advanceTimersByTime(200);
    markSeen(queryClient, chatId, 2);
    server.say('chat:read', { chatId, seenSeq: 2, unreadCount: 0, lastSeq: 2 });
    said.mockReset();
    reconnect();
    expect(saidSeen()).toEqual([]);
  });

  it('is said once a second at most while messages pour in, and no later than that', () => {
    for (let seq = 1; seq <= 100; seq += 1) {
      markSeen(queryClient, chatId, seq);
      vi.advanceTimersByTime(20);
    }
    vi.advanceTimersByTime(1_000);
    const upTo = saidSeen().map(({ upToSeq }) => upToSeq);
    expect(upTo).toEqual([1, 50, 100]);
  });

  it('is said of what is delivered once a second at most, too', () => {
    for (let seq = 1; seq <= 100; seq += 1) {
      server.say('message', buildMessage(seq));
      vi.advanceTimersByTime(20);
    }
    vi.advanceTimersByTime(1_000);
    const delivered = [1, 50, 100].map((upToSeq) => ['delivered', { chatId, upToSeq }]);
    expect(emit.mock.calls).toEqual(delivered);
  });

  it('counts after all, and is told as delivered, when its reader went the moment it came', () => {
    setOpenChat({ chatId, isAtEnd: true });
    server.say('message', buildMessage(1));
    setOpenChat(null);
    vi.advanceTimersByTime(1_500);
    expect(emit).toHaveBeenCalledExactlyOnceWith('delivered', { chatId, upToSeq: 1 });
    for (const { queryKey } of [chatListQuery(groupId), ownGroupsQuery]) {
      expect(queryClient.getQueryState(queryKey)?.isInvalidated).toBe(true);
    }
  });
});

it('a message that comes while a list is read for the first time stands in it', async () => {
  queryClient.removeQueries(chatListQuery(groupId));
  const answer = holdAnswer();
  const asked = queryClient.fetchQuery(chatListQuery(groupId));
  server.say('message', buildMessage(1));
  answer([buildEntry()]);
  await asked;
  expect(entry()).toMatchObject({ unreadCount: 1, lastMessage: { seq: 1 } });
  expect(groupUnread()).toBe(1);
});

it('ticks follow what the other one got and saw, in the chat and in the list', () => {
  const own = buildMessage(1, { senderId: ana.uuid });
  const { queryKey } = messagesQuery(chatId);
  queryClient.setQueryData(queryKey, { ...emptyWindow, messages: [own] });
  server.say('message', own);
  const receipt = { chatId, receiverId: bruno.uuid, senderId: ana.uuid, upToSeq: 1 };
  server.say('message:delivered', receipt);
  expect(queryClient.getQueryData(queryKey)?.messages[0]?.status).toBe('DELIVERED');
  server.say('message:seen', receipt);
  expect(queryClient.getQueryData(queryKey)?.messages[0]?.status).toBe('SEEN');
  expect(entry()?.lastMessage?.status).toBe('SEEN');
});

it('a receipt that is heard before the message it covers ticks it all the same, and no later one', () => {
  const { queryKey } = messagesQuery(chatId);
  queryClient.setQueryData(queryKey, emptyWindow);
  server.say('message:seen', { chatId, receiverId: bruno.uuid, senderId: ana.uuid, upToSeq: 1 });
  for (const seq of [1, 2]) server.say('message', buildMessage(seq, { senderId: ana.uuid }));
  const statuses = queryClient.getQueryData(queryKey)?.messages.map(({ status }) => status);
  expect(statuses).toEqual(['SEEN', 'SENT']);
});

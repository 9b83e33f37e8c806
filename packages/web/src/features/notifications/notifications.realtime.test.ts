import { QueryClient } from '@tanstack/react-query';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { setCurrentUser } from '../../shared/session.ts';
import { ana, buildEntry, buildMessage, groupId } from '../../test/builders.ts';
import { fakeSocket } from '../../test/fake-socket.ts';
import { chatListQuery } from '../chat/list/api/chat-lists.ts';
import { notifyOf, registerNotificationsRealtime } from './notifications.realtime.ts';

const shown = vi.fn();
const closed = vi.fn();

class FakeNotification {
  static permission: NotificationPermission = 'granted';
  close = closed;
  constructor(title: string, { tag }: NotificationOptions) {
    shown(title, tag);
  }
}

/** The browser's locks, of a browser with this tab alone. */
const locks = {
  query: async () => ({ held: [] }),
  request: async (_name: string, _options: object, work: (lock: object) => unknown) => work({}),
};

let queryClient: QueryClient;
let server: ReturnType<typeof fakeSocket>;
let seq = 0;

/** All that follows at once from what was heard. */
const followed = () => new Promise((resolve) => setTimeout(resolve));

const receive = async (changes: Parameters<typeof buildMessage>[1] = {}) => {
  seq += 1;
  const message = buildMessage(seq, changes);
  server.say('message', message);
  await followed();
  return message;
};

beforeEach(() => {
  shown.mockClear();
  closed.mockClear();
  FakeNotification.permission = 'granted';
  vi.stubGlobal('Notification', FakeNotification);
  Object.defineProperty(navigator, 'locks', { value: locks, configurable: true });
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  setCurrentUser(ana);
  queryClient = new QueryClient();
  server = fakeSocket();
  registerNotificationsRealtime(server.socket);
  server.socket.on('message', (message) => notifyOf(queryClient, message));
});

describe('a message that comes while nobody looks', () => {
  it('is notified once, under the tag of its chat, and withdrawn when the chat is read elsewhere', async () => {
    const message = await receive();
    server.say('message', message);
    await followed();
    expect(shown.mock.calls).toEqual([[message.senderEmail, message.chatUuid]]);
    server.say('chat:read', {
      chatId: message.chatUuid,
      seenSeq: seq,
      unreadCount: 0,
      lastSeq: seq,
    });
    expect(closed).toHaveBeenCalledTimes(1);
  });

  it('is not notified when it is own, personal, or the permission is missing', async () => {
    await receive({ senderId: ana.uuid });
    await receive({ chatType: 'PERSONAL', groupId: null });
    FakeNotification.permission = 'default';
    await receive();
    expect(shown).not.toHaveBeenCalled();
  });

  it('is not notified while the tab is looked at', async () => {
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('visible');
    await receive();
    expect(shown).not.toHaveBeenCalled();
  });

  it('is notified to an administrator in their own chats, not in those that they monitor', async () => {
    setCurrentUser({ ...ana, isAdmin: true, role: 'ADMIN' });
    const { queryKey } = chatListQuery(groupId);
    queryClient.setQueryData(queryKey, [buildEntry({ hash: 'hash-own' })]);
    await receive();
    expect(shown).not.toHaveBeenCalled();
    await receive({ hash: 'hash-own' });
    expect(shown).toHaveBeenCalledTimes(1);
  });
});

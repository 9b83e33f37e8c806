import { QueryClient } from '@tanstack/react-query';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { setCurrentUser } from '../../shared/session.ts';
import { ana, bruno, buildEntry, buildMessage, groupId } from '../../test/builders.ts';
import { fakeSocket } from '../../test/fakes.ts';
import { chatListQuery } from '../chat/list/chat-lists.ts';
import { notifyOf, notifyOfEdit, registerNotificationsRealtime } from './notifications.realtime.ts';

const shown = vi.fn();
const closed = vi.fn();

class FakeNotification {
  static permission: NotificationPermission = 'granted';
  close = closed;
  constructor(title: string, { tag }: NotificationOptions) {
    shown(title, tag);
  }
}

/** The locks of a browser with this tab alone. */
const locks = {
  query: async () => ({ held: [] }),
  request: async (name: string, options: object, work: (lock: object | null) => unknown) => {
    if (!('ifAvailable' in options)) return work({});
    const isFree = !taken.has(name);
    taken.add(name);
    return work(isFree ? {} : null);
  },
};
const taken = new Set<string>();

let queryClient: QueryClient;
let server: ReturnType<typeof fakeSocket>;
let seq = 0;

/** Waits until all direct effects of an event are done. */
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
  taken.clear();
  FakeNotification.permission = 'granted';
  vi.stubGlobal('Notification', FakeNotification);
  Object.defineProperty(navigator, 'locks', { value: locks, configurable: true });
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  setCurrentUser(ana);
  queryClient = new QueryClient();
  server = fakeSocket();
  registerNotificationsRealtime(server.socket);
  server.socket.on('message', (message) => notifyOf(queryClient, message));
  server.socket.on('message:edited', (edited) => notifyOfEdit(queryClient, edited));
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

describe('an edit that comes while nobody looks', () => {
  const edit = async (newMentions: string[], changes: Parameters<typeof buildMessage>[1] = {}) => {
    const message = await receive(changes);
    shown.mockClear();
    const editedAt = '2026-11-21T11:00:00.000Z';
    server.say('message:edited', { ...message, editedAt, mentions: [ana], newMentions });
    await followed();
    return message;
  };

  it('is notified to whom only the edit mentions, even of a message that was notified just now', async () => {
    const { senderEmail, chatUuid } = await edit([ana.uuid]);
    expect(shown.mock.calls).toEqual([[senderEmail, chatUuid]]);
  });

  it('is not notified to anybody else, nor to its author', async () => {
    await edit([]);
    await edit([bruno.uuid]);
    await edit([ana.uuid], { senderId: ana.uuid });
    expect(shown).not.toHaveBeenCalled();
  });
});

import type { ChatListEntry } from '@chat/contract/chats';
import type { OwnNotifications } from '@chat/contract/notifications';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { setCurrentUser } from '../../shared/session.ts';
import { ana, bruno, buildEntry, buildMessage, groupId } from '../../test/builders.ts';
import { fakeSocket } from '../../test/fakes.ts';
import { AVAILABILITY } from '../chat/list/availability.ts';
import { chatListQuery } from '../chat/list/chat-lists.ts';
import { notifyOf, notifyOfEdit, registerNotificationsRealtime } from './notifications.realtime.ts';
import { ownNotificationsQuery } from './own-notifications.ts';

const registered = vi.hoisted(() => new Set<() => void>());
vi.mock('../../shared/socket.ts', () => ({
  onRegistered(listener: () => void) {
    registered.add(listener);
    return () => registered.delete(listener);
  },
  socket: { connected: true, on: () => undefined },
}));

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

const { queryKey } = chatListQuery(groupId);
const setEntry = (changes: Partial<ChatListEntry> = {}) =>
  queryClient.setQueryData(queryKey, [buildEntry(changes)]);
const setOwn = (changes: Partial<OwnNotifications>) =>
  queryClient.setQueryData(ownNotificationsQuery.queryKey, {
    outsideHours: false,
    inside: true,
    until: null,
    ...changes,
  });
const inMs = (ms: number) => new Date(Date.now() + ms).toISOString();

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
  registerNotificationsRealtime(server.socket, queryClient);
  setEntry();
  setOwn({});
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
    setEntry({ hash: 'hash-own' });
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

describe('a message of a chat that its reader has muted', () => {
  const group = { chatType: 'GROUP' } as const;
  const mentions = { ...group, notifications: { mode: 'mentions', until: null } } as const;

  it('is not notified, mentions included, until the mute ends', async () => {
    setEntry({ notifications: { mode: 'none', until: inMs(60_000) } });
    await receive({ mentions: [ana] });
    setEntry({ notifications: { mode: 'none', until: null } });
    await receive();
    expect(shown).not.toHaveBeenCalled();
    setEntry({ notifications: { mode: 'none', until: inMs(-1) } });
    await receive();
    expect(shown).toHaveBeenCalledTimes(1);
  });

  it('but for mentions is notified where it mentions them or replies to theirs, and not otherwise', async () => {
    setEntry(mentions);
    await receive(group);
    await receive({ ...group, mentions: [bruno], replyToMessageSenderId: bruno.uuid });
    expect(shown).not.toHaveBeenCalled();
    await receive({ ...group, mentions: [ana] });
    await receive({ ...group, replyToMessageSenderId: ana.uuid });
    expect(shown).toHaveBeenCalledTimes(2);
  });

  it('but for mentions is not notified in a direct chat', async () => {
    setEntry({ notifications: { mode: 'mentions', until: null } });
    await receive({ replyToMessageSenderId: ana.uuid });
    expect(shown).not.toHaveBeenCalled();
  });

  it('is not notified for an edit that mentions them', async () => {
    setEntry({ ...group, notifications: { mode: 'none', until: null } });
    const message = await receive(group);
    const editedAt = '2026-11-21T11:00:00.000Z';
    const edited = { ...message, editedAt, mentions: [ana], newMentions: [ana.uuid] };
    server.say('message:edited', edited);
    await followed();
    expect(shown).not.toHaveBeenCalled();
  });
});

describe("a message that comes outside its reader's hours", () => {
  it('is not notified, unless they chose it', async () => {
    setOwn({ inside: false, until: inMs(60_000) });
    await receive();
    expect(shown).not.toHaveBeenCalled();
    setOwn({ inside: false, outsideHours: true });
    await receive();
    expect(shown).toHaveBeenCalledTimes(1);
  });

  it('is not notified from the end of the hours on, and is from their beginning', async () => {
    setOwn({ inside: true, until: inMs(-1) });
    await receive();
    expect(shown).not.toHaveBeenCalled();
    setOwn({ inside: false, until: inMs(-1) });
    await receive();
    expect(shown).toHaveBeenCalledTimes(1);
  });

  it('follows the server, which is asked again when hours or choice have changed', async () => {
    const answer = vi.fn(async () =>
      Response.json({ content: { outsideHours: false, inside: false, until: null } }),
    );
    vi.stubGlobal('fetch', answer);
    server.say('notifications:changed', {});
    await waitFor(() =>
      expect(queryClient.getQueryData(ownNotificationsQuery.queryKey)?.inside).toBe(false),
    );
    expect(answer).toHaveBeenCalledTimes(1);
    await receive();
    expect(shown).not.toHaveBeenCalled();
  });
});

describe('the hours of a colleague, which an open chat shows,', () => {
  const queryKey = [AVAILABILITY, 'chat-1'];
  const answer = vi.fn();
  beforeEach(() => {
    const content = { outsideHours: false, inside: true, until: null };
    vi.stubGlobal('fetch', async () => Response.json({ content }));
  });
  /** A chat is open. */
  const open = () =>
    new QueryObserver(queryClient, { queryKey, queryFn: answer }).subscribe(vi.fn());

  it('are asked for again where the first answer is still on its way when they change', async () => {
    let giveFirst: (availability: object) => void = () => undefined;
    const first = new Promise((resolve) => {
      giveFirst = resolve;
    });
    answer.mockReset().mockReturnValueOnce(first);
    answer.mockResolvedValue({ outside: true, until: null });
    const close = open();
    server.say('notifications:changed', {});
    giveFirst({ outside: false, until: null });
    await waitFor(() => expect(answer).toHaveBeenCalledTimes(2));
    close();
  });

  it('are asked for again with each registration', async () => {
    answer.mockReset().mockResolvedValue({ outside: false, until: null });
    const close = open();
    await waitFor(() => expect(queryClient.getQueryData(queryKey)).toBeDefined());
    for (const listener of registered) listener();
    await waitFor(() => expect(answer).toHaveBeenCalledTimes(2));
    close();
  });
});

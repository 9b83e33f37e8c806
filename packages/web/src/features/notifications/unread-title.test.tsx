import type { OwnGroup } from '@chat/contract/groups';
import type { QueryClient } from '@tanstack/react-query';
import { cleanup, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { setCurrentUser } from '../../shared/session.ts';
import { socket } from '../../shared/socket.ts';
import {
  ana,
  bruno,
  buildEntry,
  buildMessage,
  buildOwnGroup,
  groupId,
} from '../../test/builders.ts';
import { fakeSocket } from '../../test/fakes.ts';
import { listenToChat } from '../../test/listen-to-chat.ts';
import { serve, show } from '../../test/show.tsx';
import { chatListQuery, ownGroupsQuery } from '../chat/list/chat-lists.ts';
import { useUnreadTitle } from './unread-title.ts';

const setAppBadge = vi.fn(async () => undefined);
const clearAppBadge = vi.fn(async () => undefined);
let server: ReturnType<typeof fakeSocket>;
let queryClient: QueryClient;
/** The server's groups, as they are asked for next. */
let groups: OwnGroup[];

function Title() {
  useUnreadTitle('CHAT', true);
  return null;
}

const open = async (expected: string) => {
  ({ queryClient } = show(<Title />));
  listenToChat(server.socket, queryClient);
  await waitFor(() => expect(document.title).toBe(expected));
};

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  document.head.innerHTML = '<link rel="icon" href="/icon.svg">';
  Object.assign(navigator, { setAppBadge, clearAppBadge });
  setCurrentUser(ana);
  serve({ 'GET /groups/me': () => groups });
  server = fakeSocket(() => undefined);
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  Reflect.deleteProperty(navigator, 'setAppBadge');
  Reflect.deleteProperty(navigator, 'clearAppBadge');
});

const icon = () => document.querySelector('link')?.getAttribute('href');

describe('the number in title, icon and badge', () => {
  it('is what mutes let through in all groups', async () => {
    groups = [
      buildOwnGroup({ unreadCount: 7, unmutedCount: 2 }),
      buildOwnGroup({ uuid: 'other', unreadCount: 1 }),
    ];
    await open('(3) CHAT');
    expect([icon(), setAppBadge.mock.lastCall]).toEqual(['/icon-unread.svg', [3]]);
    groups = [buildOwnGroup({ unreadCount: 7, unmutedCount: 0 })];
    await queryClient.invalidateQueries(ownGroupsQuery);
    await waitFor(() => expect(document.title).toBe('CHAT'));
    expect([icon(), clearAppBadge.mock.calls.length > 0]).toEqual(['/icon.svg', true]);
  });

  it('goes with whoever leaves', async () => {
    groups = [buildOwnGroup({ unreadCount: 3 })];
    await open('(3) CHAT');
    clearAppBadge.mockClear();
    cleanup();
    expect([document.title, icon(), clearAppBadge.mock.calls.length]).toEqual([
      'CHAT',
      '/icon.svg',
      1,
    ]);
  });

  it('is there without badges, and where the browser refuses them', async () => {
    vi.spyOn(console, 'info').mockImplementation(() => undefined);
    groups = [buildOwnGroup({ unreadCount: 3 })];
    setAppBadge.mockRejectedValueOnce(new DOMException('no', 'NotAllowedError'));
    await open('(3) CHAT');
    cleanup();
    Reflect.deleteProperty(navigator, 'setAppBadge');
    Reflect.deleteProperty(navigator, 'clearAppBadge');
    await open('(3) CHAT');
  });

  it('grows with what comes through in a held list, and not with what a mute holds back', async () => {
    groups = [buildOwnGroup()];
    await open('CHAT');
    socket.connected = true;
    const group = { chatType: 'GROUP' } as const;
    const mute = (mode: 'all' | 'mentions' | 'none') =>
      queryClient.setQueryData(chatListQuery(groupId).queryKey, [
        buildEntry({ chatType: 'GROUP', notifications: { mode, until: null } }),
      ]);
    const shown = () => queryClient.getQueryData(ownGroupsQuery.queryKey)?.[0];
    mute('none');
    server.say('message', buildMessage(1, group));
    expect(shown()).toMatchObject({ unreadCount: 1, unmutedCount: 0 });
    mute('mentions');
    server.say('message', buildMessage(1, { ...group, mentions: [bruno] }));
    server.say('message', buildMessage(2, { ...group, mentions: [ana] }));
    expect(shown()).toMatchObject({ unreadCount: 2, unmutedCount: 1 });
    await waitFor(() => expect(document.title).toBe('(1) CHAT'));
    socket.connected = false;
  });

  it('is read again once a mute has been set, and once it has ended', async () => {
    const until = new Date(Date.now() + 3_600_000).toISOString();
    const mutes = [{ chatId: 'muted', mode: 'none', until } as const];
    groups = [buildOwnGroup({ unreadCount: 2 })];
    await open('(2) CHAT');
    groups = [buildOwnGroup({ unreadCount: 2, unmutedCount: 0, mutes })];
    server.say('chat:notifications', { chatId: 'muted', mode: 'none', until });
    await waitFor(() => expect(document.title).toBe('CHAT'));
    groups = [buildOwnGroup({ unreadCount: 2 })];
    await vi.advanceTimersByTimeAsync(3_500_000);
    expect(document.title).toBe('CHAT');
    await vi.advanceTimersByTimeAsync(200_000);
    await waitFor(() => expect(document.title).toBe('(2) CHAT'));
  });
});

import type { OwnGroup } from '@chat/contract/groups';
import { QueryClient } from '@tanstack/react-query';
import { beforeEach, expect, it } from 'vitest';
import { setCurrentUser } from '../../../shared/session.ts';
import { ana, bruno, buildMessage, buildOwnGroup } from '../../../test/builders.ts';
import { changeCounts, countMessage, ownGroupsQuery, setCounts } from './chat-lists.ts';

let queryClient: QueryClient;
const unread = () =>
  queryClient.getQueryData(ownGroupsQuery.queryKey)?.map((each) => each.unreadCount);
const unmuted = () =>
  queryClient.getQueryData(ownGroupsQuery.queryKey)?.map((each) => each.unmutedCount);
const setGroups = (...groups: OwnGroup[]) =>
  queryClient.setQueryData(ownGroupsQuery.queryKey, groups);

beforeEach(() => {
  setCurrentUser(ana);
  queryClient = new QueryClient();
  setGroups(
    buildOwnGroup({ uuid: 'a', unreadCount: 2 }),
    buildOwnGroup({ uuid: 'b', unreadCount: 5, unmutedCount: 1 }),
  );
});

it("raises one group's counts with a new message", () => {
  countMessage(queryClient, 'a', buildMessage(1));
  expect([unread(), unmuted()]).toEqual([
    [3, 5],
    [3, 1],
  ]);
});

it('lowers counts by an amount, never below zero', () => {
  changeCounts(queryClient, 'a', { unreadCount: -3, unmutedCount: -3 });
  expect([unread(), unmuted()]).toEqual([
    [0, 5],
    [0, 1],
  ]);
});

it('resets counts', () => {
  setCounts(queryClient, 'b', { unreadCount: 0, unmutedCount: 0 });
  expect([unread(), unmuted()]).toEqual([
    [2, 0],
    [2, 0],
  ]);
});

it('counts a message of a muted chat as unread alone, unless it comes through', () => {
  const group = { uuid: 'a', unreadCount: 0 };
  const chat = { chatUuid: 'muted', chatType: 'GROUP' } as const;
  const receive = (mode: 'mentions' | 'none', until: string | null, changes = {}) => {
    setGroups(buildOwnGroup({ ...group, mutes: [{ chatId: 'muted', mode, until }] }));
    countMessage(queryClient, 'a', buildMessage(1, { ...chat, ...changes }));
    return [unread(), unmuted()];
  };
  const [held, through] = [
    [[1], [0]],
    [[1], [1]],
  ];
  expect(receive('none', null)).toEqual(held);
  expect(receive('none', null, { mentions: [ana] })).toEqual(held);
  expect(receive('none', null, { chatUuid: 'other' })).toEqual(through);
  expect(receive('none', '2001-01-01T00:00:00.000Z')).toEqual(through);
  expect(receive('mentions', null)).toEqual(held);
  expect(receive('mentions', null, { mentions: [bruno] })).toEqual(held);
  expect(receive('mentions', null, { mentions: [ana] })).toEqual(through);
  expect(receive('mentions', null, { replyToMessageSenderId: ana.uuid })).toEqual(through);
  expect(receive('mentions', null, { chatType: 'DIRECT', mentions: [ana] })).toEqual(held);
});

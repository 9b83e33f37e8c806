import type { OwnGroup } from '@chat/contract/groups';
import { QueryClient } from '@tanstack/react-query';
import { beforeEach, expect, it } from 'vitest';
import { changeUnread, ownGroupsQuery, setUnread } from './chat-lists.ts';

const group = (uuid: string, unreadCount: number): OwnGroup => ({
  uuid,
  id: 1,
  name: 'Ventas',
  description: '',
  officine: null,
  officeId: null,
  projectId: null,
  participantsCount: 2,
  unreadCount,
});

let queryClient: QueryClient;
const unread = () =>
  queryClient.getQueryData(ownGroupsQuery.queryKey)?.map((each) => each.unreadCount);

beforeEach(() => {
  queryClient = new QueryClient();
  queryClient.setQueryData(ownGroupsQuery.queryKey, [group('a', 2), group('b', 5)]);
});

it("raises one group's unread count with a new message", () => {
  changeUnread(queryClient, 'a', 1);
  expect(unread()).toEqual([3, 5]);
});

it('lowers an unread count by an amount, never below zero', () => {
  changeUnread(queryClient, 'a', -3);
  expect(unread()).toEqual([0, 5]);
});

it('resets an unread count', () => {
  setUnread(queryClient, 'b', 0);
  expect(unread()).toEqual([2, 0]);
});

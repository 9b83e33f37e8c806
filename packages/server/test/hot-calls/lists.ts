import { listAuditEvents } from '@chat/contract/audit';
import { listChats, listGroupChats } from '@chat/contract/chats';
import { listDevices } from '@chat/contract/devices';
import { listOwnGroups } from '@chat/contract/groups';
import { listUsers, searchUsers } from '@chat/contract/users';
import { EVERYBODY, PEOPLE } from '../busy-company.ts';
import { createGroupOf } from '../cast.ts';
import { type HotCall, twice } from './hot-call.ts';

export const lists: HotCall[] = [
  {
    name: 'a chat list, with chats in another group',
    rows: PEOPLE,
    act: ({ ana, ventas }) =>
      twice(() => ana.call(listGroupChats, { params: { groupId: ventas.uuid } })),
  },
  {
    name: 'a chat list of people who have not written',
    rows: PEOPLE,
    act: ({ bruno, ventas }) => bruno.call(listGroupChats, { params: { groupId: ventas.uuid } }),
  },
  {
    name: 'the chat list of a small group',
    rows: 3,
    of: /with mine as materialized/,
    act: async ({ app, bruno, carla }) => {
      const { uuid } = await createGroupOf(app, 'Comité', [bruno, carla]);
      await carla.call(listGroupChats, { params: { groupId: uuid } });
    },
  },
  {
    name: 'the groups with unread',
    rows: 2,
    of: /from group_participants/,
    act: ({ ana }) => ana.call(listOwnGroups, {}),
  },
  {
    // A person's memberships are looked through.
    name: 'the mutes of a person with many chats',
    rows: PEOPLE,
    of: /from chat_members/,
    act: ({ ana }) => ana.call(listOwnGroups, {}),
  },
  {
    // The list shows the first three members of a group chat.
    name: 'the monitoring list',
    rows: 50 + PEOPLE,
    act: ({ elena }) => elena.call(listChats, {}),
  },
  {
    name: 'the second page of the monitoring list',
    rows: 100 + PEOPLE,
    act: ({ elena }) => elena.call(listChats, { query: { page: '2', size: '50' } }),
  },
  {
    name: 'the monitoring list of whom is looked for',
    rows: EVERYBODY,
    act: ({ elena }) => elena.call(listChats, { query: { search: 'persona-0007' } }),
  },
  { name: 'all users', rows: EVERYBODY, act: ({ elena }) => elena.call(listUsers, {}) },
  {
    name: 'a page of the users',
    rows: EVERYBODY,
    act: ({ elena }) => elena.call(listUsers, { query: { page: '1' } }),
  },
  {
    name: 'users by e-mail',
    rows: EVERYBODY,
    act: ({ elena }) => elena.call(searchUsers, { query: { email: 'persona-0007' } }),
  },
  { name: 'all devices', rows: EVERYBODY, act: ({ elena }) => elena.call(listDevices, {}) },
  {
    name: 'devices by e-mail',
    rows: EVERYBODY,
    act: ({ elena }) => elena.call(listDevices, { query: { search: 'persona-0007' } }),
  },
  {
    // The names in the audit are looked up among everybody.
    name: 'the newest of the audit',
    rows: EVERYBODY,
    act: ({ elena }) => elena.call(listAuditEvents, {}),
  },
];

import type { ChatListEntry } from '@chat/contract/chats';
import { describe, expect, it } from 'vitest';
import { buildOwnGroup } from '../../test/builders.ts';
import { type Destination, findDestinations, groupDestinations } from './destinations.ts';

const destination = (label: string, more: Partial<Destination> = {}): Destination => ({
  key: label,
  kind: 'person',
  label,
  hint: 'Ventas / Centro',
  unreadCount: 0,
  target: { to: '/chats/me' },
  ...more,
});

const found = (typed: string, ...labels: string[]) =>
  findDestinations(
    labels.map((label) => destination(label)),
    typed,
  ).map(({ label }) => label);

describe('finding where to go', () => {
  it('does not mind case and accents, on either side', () => {
    expect(found('ÁLVARO', 'alvaro@empresa.local', 'ana@empresa.local')).toEqual([
      'alvaro@empresa.local',
    ]);
    expect(found('logistica', 'Logística', 'Ventas')).toEqual(['Logística']);
  });

  it('takes several words, each of them somewhere in the name or beside it', () => {
    expect(found('ana centro', 'ana@empresa.local', 'bruno@empresa.local')).toEqual([
      'ana@empresa.local',
    ]);
    expect(found('ana norte', 'ana@empresa.local')).toEqual([]);
  });

  it('puts a name that begins so first, then a word that begins so, then what only contains it', () => {
    const names = ['susana@empresa.local', 'luz.ana@empresa.local', 'ana@empresa.local'];
    expect(found('ana', ...names)).toEqual([...names].reverse());
  });

  it('looks into what follows the @ once an @ is typed: it is the same for everybody', () => {
    const names = ['carla@empresa.local', 'ana@empresa.local'];
    expect(found('ca', ...names)).toEqual(['carla@empresa.local']);
    expect(found('@empresa', ...names)).toEqual(names);
  });

  it('keeps the given order among equals, and puts what waits to be read first before anything is typed', () => {
    const unread = destination('carla@empresa.local', { unreadCount: 2 });
    const all = [destination('ana@empresa.local'), destination('bruno@empresa.local'), unread];
    expect(findDestinations(all, '  ').map(({ label }) => label)).toEqual([
      'carla@empresa.local',
      'ana@empresa.local',
      'bruno@empresa.local',
    ]);
  });
});

describe('the destinations of a group', () => {
  const group = buildOwnGroup({ uuid: 'ventas', unreadCount: 3 });
  const entry = (uuid: string, chatType: ChatListEntry['chatType']): ChatListEntry => ({
    uuid,
    id: 1,
    email: `${uuid}@empresa.local`,
    chatType,
    unreadCount: 1,
    calledCount: 0,
    seenSeq: 0,
    hash: `hash-${uuid}`,
    chatUuid: null,
    active: true,
    deletedAt: null,
    blocked: false,
    lastMessage: null,
    notifications: { mode: 'all', until: null },
  });

  it('are its group chat and each of its people, opened in that group', () => {
    const [groupChat, ana] = groupDestinations(group, [
      entry('grupo', 'GROUP'),
      entry('ana', 'DIRECT'),
    ]);
    expect(groupChat).toMatchObject({ label: 'Ventas', unreadCount: 1 });
    expect(groupChat?.target).toMatchObject({ groupId: 'ventas', entry: { uuid: 'grupo' } });
    expect(ana).toMatchObject({ label: 'ana@empresa.local', hint: 'Ventas' });
    expect(ana?.target).toMatchObject({ groupId: 'ventas', entry: { uuid: 'ana' } });
  });

  it('are without people who are blocked or deleted, but not without those who left', () => {
    const people: [string, Partial<ChatListEntry>][] = [
      ['ana', { blocked: true }],
      ['bruno', { active: false, deletedAt: '2026-11-21T10:00:00.000Z' }],
      ['carla', { active: false }],
    ];
    const entries = people.map(([name, changes]) => ({ ...entry(name, 'DIRECT'), ...changes }));
    const found = groupDestinations(group, entries).slice(1);
    expect(found.map(({ label }) => label)).toEqual(['carla@empresa.local']);
  });

  it('are the group alone while its list is on its way', () => {
    expect(groupDestinations(group)).toHaveLength(1);
  });
});

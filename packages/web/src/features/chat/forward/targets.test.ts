import type { ChatListEntry } from '@chat/contract/chats';
import type { OwnGroup } from '@chat/contract/groups';
import { describe, expect, it } from 'vitest';
import { buildEntry, buildMessage, buildOwnGroup } from '../../../test/builders.ts';
import { forwardTargets, isSought } from './forward.ts';

const group = (name: string): OwnGroup => buildOwnGroup({ uuid: name, name });
const said = (seq: number) => ({ lastMessage: buildMessage(seq) });
const entry = (email: string, changes: Partial<ChatListEntry> = {}) =>
  buildEntry({ uuid: email, hash: email, email, ...changes });
const labels = (entries: ChatListEntry[]) =>
  forwardTargets({ personal: undefined, lists: [{ group: group('Logística'), entries }] }).map(
    ({ label }) => label,
  );

describe('the chats a message can be sent on to', () => {
  it('are the recent ones first, then groups, and people by their names', () => {
    const entries = [
      entry('general', { chatType: 'GROUP', uuid: 'chat' }),
      entry('zoe@empresa.local'),
      entry('ana@empresa.local'),
      entry('eva@empresa.local', said(1)),
      entry('luz@empresa.local', said(2)),
    ];
    expect(labels(entries)).toEqual([
      'luz@empresa.local',
      'eva@empresa.local',
      'Logística',
      'ana@empresa.local',
      'zoe@empresa.local',
    ]);
  });

  it('are without those of people who have left', () => {
    expect(labels([entry('ana@empresa.local', { active: false, ...said(1) })])).toEqual([]);
  });

  it('are without those of people who are blocked', () => {
    expect(labels([entry('ana@empresa.local', { blocked: true, ...said(1) })])).toEqual([]);
  });
});

describe('looking for one', () => {
  const [ana] = forwardTargets({
    personal: undefined,
    lists: [{ group: group('Logística'), entries: [entry('álvaro@empresa.local')] }],
  });
  it.each([
    ['', true],
    ['ALVARO', true],
    ['logistica álv', true],
    ['empresa', false],
    ['@empresa', true],
    ['alvaro ventas', false],
  ])("by '%s': %s, whatever the case and the accents", (typed, isFound) => {
    expect(ana && isSought(ana, typed)).toBe(isFound);
  });
});

import type { FoundMessage } from '@chat/contract/search';
import { QueryClient } from '@tanstack/react-query';
import { beforeEach, expect, it } from 'vitest';
import { buildMessage, chatId } from '../../test/builders.ts';
import { editFound, FOUND, type FoundPage } from './found-pages.ts';
import type { Realm } from './search-view.ts';

const found = (seq: number): FoundMessage => ({
  message: buildMessage(seq),
  chat: {
    uuid: chatId,
    chatType: 'DIRECT',
    groupUuid: 'grupo',
    groupName: 'Ventas',
    counterpartEmail: 'ana@empresa.local',
  },
  snippet: [{ text: `mensaje ${seq}`, hit: true }],
});
const edited = buildMessage(1, { content: 'otra cosa', editedAt: '2026-11-21T11:00:00.000Z' });

let queryClient: QueryClient;
const key = (realm: Realm) => [FOUND, realm, { q: 'mensaje' }, 0];
const shown = (realm: Realm) =>
  queryClient
    .getQueryData<{ pages: FoundPage[] }>(key(realm))
    ?.pages.flatMap((page) => page.found.map(({ snippet }) => snippet));
const isResynced = (realm: Realm) => queryClient.getQueryState(key(realm))?.isInvalidated;
const show = (realm: Realm, ...seqs: number[]) =>
  queryClient.setQueryData(key(realm), {
    pages: [{ found: seqs.map(found), next: null }],
    pageParams: [null],
  });

beforeEach(() => {
  queryClient = new QueryClient();
});

it('a found message that is edited says so at once, and own results are found anew', () => {
  show('own', 2, 1);
  editFound(queryClient, edited);
  expect(shown('own')).toEqual([found(2).snippet, [{ text: 'otra cosa', hit: false }]]);
  expect(isResynced('own')).toBe(true);
});

it('an edit has nothing searched again where the message was not found', () => {
  show('own', 2);
  editFound(queryClient, edited);
  expect(isResynced('own')).toBe(false);
});

it('others’ conversations say so too, and are not searched again: each search is on record', () => {
  show('all', 1);
  editFound(queryClient, edited);
  expect(shown('all')).toEqual([[{ text: 'otra cosa', hit: false }]]);
  expect(isResynced('all')).toBe(false);
});

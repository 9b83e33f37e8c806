import type { QueryClient } from '@tanstack/react-query';
import { onSessionEnd } from '../../../../shared/session.ts';
import { CHAT_LISTS, findCachedEntry } from '../../list/api/cached-lists.ts';
import { ownGroupsQuery } from '../../list/api/list-own-groups.ts';

const SEEN_TIMEOUT_MS = 1_000;

/** The newest message of each chat that was not counted, since its reader was there. */
const expected = new Map<string, number>();

onSessionEnd(() => expected.clear());

type OnMissed = (upToSeq: number) => void;

/** Readers may go the moment a message comes: what was not seen after all is reported as delivered and counted again. */
export function expectSeen(
  queryClient: QueryClient,
  chatId: string,
  seq: number,
  onMissed: OnMissed,
): void {
  const isWatching = expected.has(chatId);
  expected.set(chatId, seq);
  if (!isWatching) watch(queryClient, chatId, seq, onMissed);
}

function watch(queryClient: QueryClient, chatId: string, seq: number, onMissed: OnMissed): void {
  setTimeout(() => {
    const newest = expected.get(chatId);
    if (newest === undefined) return;
    const isSeen = (findCachedEntry(queryClient, chatId)?.seenSeq ?? seq) >= seq;
    if (isSeen && newest > seq) {
      watch(queryClient, chatId, newest, onMissed);
      return;
    }
    expected.delete(chatId);
    if (isSeen) return;
    onMissed(newest);
    void queryClient.invalidateQueries({ queryKey: [CHAT_LISTS] });
    void queryClient.invalidateQueries(ownGroupsQuery);
  }, SEEN_TIMEOUT_MS);
}

import { expect, it } from 'vitest';
import { LatestReads } from './chat-changes.ts';

const read = (seenSeq: number, lastSeq: number) => ({
  chatId: 'chat',
  seenSeq,
  unreadCount: lastSeq - seenSeq,
  lastSeq,
});

it('gives the newest count of a chat, whichever is latest last, and none of another chat', () => {
  const latest = new LatestReads();
  for (const one of [read(2, 5), read(4, 6), read(3, 5)]) latest.record(one);
  expect(latest.of({ chatUuid: 'chat' })).toEqual(read(4, 6));
  expect(latest.of({ chatUuid: 'other' })).toBeUndefined();
});

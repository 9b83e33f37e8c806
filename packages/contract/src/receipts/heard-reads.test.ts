import { expect, it } from 'vitest';
import { HeardReads } from './heard-reads.ts';

const read = (seenSeq: number, lastSeq: number) => ({
  chatId: 'chat',
  seenSeq,
  unreadCount: lastSeq - seenSeq,
  lastSeq,
});

it('gives the newest count of a chat, whichever is heard last, and none of another chat', () => {
  const heard = new HeardReads();
  for (const one of [read(2, 5), read(4, 6), read(3, 5)]) heard.hear(one);
  expect(heard.of({ chatUuid: 'chat' })).toEqual(read(4, 6));
  expect(heard.of({ chatUuid: 'other' })).toBeUndefined();
});

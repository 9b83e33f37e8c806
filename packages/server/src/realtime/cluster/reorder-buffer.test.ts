import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ClusterMessage } from './cluster-messages.ts';
import { ReorderBuffer } from './share-realtime.ts';

let delivered: string[];
let buffer: ReorderBuffer;
beforeEach(() => {
  vi.useFakeTimers();
  delivered = [];
  buffer = new ReorderBuffer(([, , event, payload]) => {
    delivered.push(`${event} ${Reflect.get(Object(payload), 'seq')}`);
  });
});
afterEach(() => {
  vi.useRealTimers();
});

const message = (seq: number, chatId = 'chat'): ClusterMessage => [
  'publish',
  [],
  'message',
  { chatId, seq },
];
const other = (seq: string): ClusterMessage => ['publish', [], 'typing', { chatId: 'chat', seq }];
const add = (...messages: ClusterMessage[]) => {
  for (const one of messages) buffer.add(one);
};

test('the messages of a chat come by their numbers, what else is about it behind them', () => {
  add(message(1), message(4), other('a'), message(3), other('b'));
  expect(delivered).toEqual(['message 1']);
  add(message(2));
  expect(delivered.slice(1)).toEqual([
    'message 2',
    'message 3',
    'message 4',
    'typing a',
    'typing b',
  ]);
});

test.each([null, 'chat', [{ chatId: 'chat', seq: 9 }], { chatId: 7, seq: 9 }])(
  'what is about no chat does not wait: %j',
  (payload) => {
    add(message(1), message(3), ['publish', [], 'typing', payload]);
    expect(delivered).toHaveLength(2);
  },
);

test('other chats do not wait', () => {
  add(message(1), message(3), message(1, 'another'));
  expect(delivered).toEqual(['message 1', 'message 1']);
});

test('a number that does not come is waited for only a moment', () => {
  add(message(1), message(4), other('a'), message(3));
  vi.advanceTimersByTime(251);
  expect(delivered).toEqual(['message 1', 'message 3', 'message 4', 'typing a']);
  add(message(2), message(5));
  expect(delivered.slice(4)).toEqual(['message 2', 'message 5']);
});

test('of a chat that is new here, any number may be the next', () => {
  add(message(8));
  vi.advanceTimersByTime(50);
  add(message(7));
  vi.advanceTimersByTime(51);
  add(message(9));
  expect(delivered).toEqual(['message 7', 'message 8', 'message 9']);
});

test('of a chat that is new here, what follows the last published number does not wait', () => {
  buffer.add(message(8), 7);
  buffer.add(message(10), 8);
  expect(delivered).toEqual(['message 8']);
  buffer.add(message(9), 10);
  expect(delivered).toEqual(['message 8', 'message 9', 'message 10']);
});

test('numbers that went by while nobody of the chat was here are not waited for', () => {
  add(message(1));
  buffer.add(message(7), 6);
  buffer.add(message(10), 8);
  expect(delivered).toEqual(['message 1', 'message 7']);
  buffer.add(message(9), 10);
  expect(delivered.slice(2)).toEqual(['message 9', 'message 10']);
});

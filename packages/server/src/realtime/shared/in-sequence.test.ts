import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Fact } from './fact-stream.ts';
import { createInSequence, type InSequence } from './in-sequence.ts';

let told: string[];
let sequence: InSequence;
beforeEach(() => {
  vi.useFakeTimers();
  told = [];
  sequence = createInSequence(([, , event, payload]) => {
    told.push(`${event} ${(payload as { seq: number | string }).seq}`);
  });
});
afterEach(() => {
  vi.useRealTimers();
});

const message = (seq: number, chatId = 'chat'): Fact => ['publish', [], 'message', { chatId, seq }];
const other = (seq: string): Fact => ['publish', [], 'typing', { chatId: 'chat', seq }];
const take = (...facts: Fact[]) => {
  for (const fact of facts) sequence.take(fact);
};

test('the messages of a chat are told by their numbers, what else is told of it behind them', () => {
  take(message(1), message(4), other('a'), message(3), other('b'));
  expect(told).toEqual(['message 1']);
  take(message(2));
  expect(told.slice(1)).toEqual(['message 2', 'message 3', 'message 4', 'typing a', 'typing b']);
});

test('other chats do not wait', () => {
  take(message(1), message(3), message(1, 'another'));
  expect(told).toEqual(['message 1', 'message 1']);
});

test('a number that does not come is waited for only a moment', () => {
  take(message(1), message(4), other('a'), message(3));
  vi.advanceTimersByTime(251);
  expect(told).toEqual(['message 1', 'message 3', 'message 4', 'typing a']);
  take(message(2), message(5));
  expect(told.slice(4)).toEqual(['message 2', 'message 5']);
});

test('of a chat that nobody has heard of here, any number may be the next', () => {
  take(message(8));
  vi.advanceTimersByTime(50);
  take(message(7));
  vi.advanceTimersByTime(51);
  take(message(9));
  expect(told).toEqual(['message 7', 'message 8', 'message 9']);
});

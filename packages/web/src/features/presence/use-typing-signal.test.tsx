import { renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { socket } from '../../shared/socket.ts';
import { useTypingSignal } from './typing.ts';

interface Signal {
  chatId: string;
  answer: () => void;
}

let said: Signal[];
const emitted = () => said.map(({ chatId }) => chatId);

beforeEach(() => {
  vi.useFakeTimers();
  said = [];
  vi.spyOn(socket, 'emit').mockImplementation((_, ...args: unknown[]) => {
    const [{ chatId }, answer] = args as [Signal, () => void];
    said.push({ chatId, answer });
    return socket;
  });
  vi.spyOn(socket, 'connected', 'get').mockReturnValue(true);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const inChat = (initialProps: string | null) => renderHook(useTypingSignal, { initialProps });

it('says once in three seconds that one types, in each chat anew', () => {
  const { result, rerender } = inChat('first');
  result.current.handleTyped();
  result.current.handleTyped();
  expect(emitted()).toEqual(['first']);
  vi.advanceTimersByTime(3_100);
  expect(emitted()).toEqual(['first']);
  result.current.handleTyped();
  rerender('second');
  result.current.handleTyped();
  expect(emitted()).toEqual(['first', 'first', 'second']);
});

it('says when the three seconds are over that one has gone on typing after sending', () => {
  const { result } = inChat('first');
  result.current.handleTyped();
  vi.advanceTimersByTime(1_000);
  result.current.handleSent();
  result.current.handleTyped();
  result.current.handleTyped();
  vi.advanceTimersByTime(1_900);
  expect(emitted()).toEqual(['first']);
  vi.advanceTimersByTime(200);
  expect(emitted()).toEqual(['first', 'first']);
  vi.advanceTimersByTime(10_000);
  expect(emitted()).toEqual(['first', 'first']);
});

it('counts from the answer, before which the server has begun to count', () => {
  const { result } = inChat('first');
  result.current.handleTyped();
  result.current.handleSent();
  result.current.handleTyped();
  vi.advanceTimersByTime(800);
  said[0]?.answer();
  vi.advanceTimersByTime(2_900);
  expect(emitted()).toEqual(['first']);
  vi.advanceTimersByTime(200);
  expect(emitted()).toEqual(['first', 'first']);
});

it('says nothing more of what has been sent as well, nor of a chat that one has left', () => {
  const { result, rerender } = inChat('first');
  result.current.handleTyped();
  result.current.handleSent();
  result.current.handleTyped();
  result.current.handleSent();
  vi.advanceTimersByTime(5_000);
  expect(emitted()).toEqual(['first']);
  result.current.handleTyped();
  result.current.handleSent();
  result.current.handleTyped();
  rerender('second');
  vi.advanceTimersByTime(5_000);
  expect(emitted()).toEqual(['first', 'first']);
});

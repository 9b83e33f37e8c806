import { renderHook } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { socket } from '../../../shared/socket.ts';
import { useTypingSignal } from './use-typing-signal.ts';

afterEach(() => vi.restoreAllMocks());

it('says once in three seconds that one types, in each chat anew', () => {
  const emit = vi.spyOn(socket, 'emit').mockReturnValue(socket);
  vi.spyOn(socket, 'connected', 'get').mockReturnValue(true);
  const { result, rerender } = renderHook(useTypingSignal, { initialProps: 'first' });
  result.current();
  result.current();
  rerender('second');
  result.current();
  expect(emit.mock.calls).toEqual([
    ['typing', { chatId: 'first' }],
    ['typing', { chatId: 'second' }],
  ]);
});

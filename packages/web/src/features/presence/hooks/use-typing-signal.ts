import { useEffect, useMemo } from 'react';
import { socket } from '../../../shared/socket.ts';

// The server passes on at most one every 3 s (rules/presence 7), by a clock of its own.
const SIGNAL_INTERVAL_MS = 3_050;

interface TypingSignal {
  handleTyped: () => void;
  handleSent: () => void;
}

/**
 * Signals typing, at most every three seconds. A message that was sent takes the notice off the others' screens: typing
 * that goes on before the three seconds are over is signalled when they are.
 */
export function useTypingSignal(chatId: string | null): TypingSignal {
  const signal = useMemo(() => createSignal(chatId), [chatId]);
  useEffect(() => signal.stop, [signal]);
  return signal;
}

function createSignal(chatId: string | null): TypingSignal & { stop: () => void } {
  let emittedAt = Number.NEGATIVE_INFINITY;
  let isTakenAway = false;
  let later: number | undefined;

  function stop(): void {
    window.clearTimeout(later);
    later = undefined;
  }

  function emitTyping(): void {
    stop();
    if (!chatId || !socket.connected) return;
    isTakenAway = false;
    emittedAt = performance.now();
    // The server has counted from some moment before its answer.
    socket.emit('typing', { chatId }, () => {
      emittedAt = performance.now();
    });
  }

  function emitWhenOver(): void {
    const rest = emittedAt + SIGNAL_INTERVAL_MS - performance.now();
    if (rest <= 0) emitTyping();
    else later = window.setTimeout(emitWhenOver, rest);
  }

  return {
    handleTyped() {
      if (performance.now() - emittedAt >= SIGNAL_INTERVAL_MS) emitTyping();
      else if (isTakenAway && later === undefined) emitWhenOver();
    },
    handleSent() {
      stop();
      isTakenAway = true;
    },
    stop,
  };
}

import { useEffect, useMemo } from 'react';
import { socket } from '../../../shared/socket.ts';

// The server tells at most one every 3 s (contract §3), by a clock of its own.
const EVERY = 3_050;

interface TypingSignal {
  handleTyped: () => void;
  handleSent: () => void;
}

/**
 * Says that one is typing, at most every three seconds. A message that was sent has taken the notice from the others'
 * screens: whoever goes on typing before the three seconds are over says so when they are.
 */
export function useTypingSignal(chatId: string | null): TypingSignal {
  const signal = useMemo(() => createSignal(chatId), [chatId]);
  useEffect(() => signal.stop, [signal]);
  return signal;
}

function createSignal(chatId: string | null): TypingSignal & { stop: () => void } {
  let toldAt = Number.NEGATIVE_INFINITY;
  let isTakenAway = false;
  let later: number | undefined;

  function stop(): void {
    window.clearTimeout(later);
    later = undefined;
  }

  function tell(): void {
    stop();
    if (!chatId || !socket.connected) return;
    isTakenAway = false;
    toldAt = performance.now();
    // The server has counted from some moment before its answer.
    socket.emit('typing', { chatId }, () => {
      toldAt = performance.now();
    });
  }

  function tellWhenOver(): void {
    const rest = toldAt + EVERY - performance.now();
    if (rest <= 0) tell();
    else later = window.setTimeout(tellWhenOver, rest);
  }

  return {
    handleTyped() {
      if (performance.now() - toldAt >= EVERY) tell();
      else if (isTakenAway && later === undefined) tellWhenOver();
    },
    handleSent() {
      stop();
      isTakenAway = true;
    },
    stop,
  };
}

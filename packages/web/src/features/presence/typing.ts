import { useEffect, useMemo } from 'react';
import { create } from 'zustand';
import { type ChatSocket, socket } from '../../shared/socket.ts';

/** The people who are typing; a message of theirs ends it (`app/realtime.ts`). */
export function registerPresenceRealtime(socket: ChatSocket): void {
  socket.on('typing', ({ chatId, userId, email }) => startTyping(chatId, userId, email));
}

interface Typing {
  /** The people typing in each chat: e-mails by user. */
  chats: Record<string, Record<string, string>>;
}

// Signals come every 3 s at most; one that fails to come means that they stopped.
const TYPING_TTL_MS = 4_500;

export const useTyping = create<Typing>(() => ({ chats: {} }));

const timers = new Map<string, number>();

function setTyping(chatId: string, userId: string, email: string | null): void {
  useTyping.setState(({ chats }) => {
    const { [userId]: _, ...others } = chats[chatId] ?? {};
    const typing = email === null ? others : { ...others, [userId]: email };
    return { chats: { ...chats, [chatId]: typing } };
  });
}

function startTyping(chatId: string, userId: string, email: string): void {
  const key = `${chatId}:${userId}`;
  window.clearTimeout(timers.get(key));
  timers.set(
    key,
    window.setTimeout(() => stopTyping(chatId, userId), TYPING_TTL_MS),
  );
  setTyping(chatId, userId, email);
}

export function stopTyping(chatId: string, userId: string): void {
  const key = `${chatId}:${userId}`;
  if (!timers.has(key)) return;
  window.clearTimeout(timers.get(key));
  timers.delete(key);
  setTyping(chatId, userId, null);
}

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

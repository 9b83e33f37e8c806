import { create } from 'zustand';

interface Typing {
  /** Who types in each chat: e-mails by user. */
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

export function startTyping(chatId: string, userId: string, email: string): void {
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

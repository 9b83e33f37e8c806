import type { SharedRedis } from '../../realtime/shared/open-redis.ts';

/** Whether it may be told that a user writes in a chat: once every 3 s, whichever processes their pages speak to. */
export type TypingLimit = (userId: number, chatId: number) => Promise<boolean>;

const TYPING_MS = 3_000;

export function createTypingLimit(redis: Pick<SharedRedis, 'commands'> | undefined): TypingLimit {
  const told = new Set<string>();

  /** While Redis is away each process keeps to its own. */
  async function isFirstAnywhere(key: string): Promise<boolean> {
    if (!redis) return true;
    const name = `web-chat:typing:${key}`;
    const set = redis.commands.set(name, '', 'PX', TYPING_MS, 'NX');
    return set.then((answer) => answer === 'OK').catch(() => true);
  }

  return async (userId, chatId) => {
    const key = `${userId}:${chatId}`;
    if (told.has(key)) return false;
    told.add(key);
    const isFirst = await isFirstAnywhere(key);
    if (isFirst) setTimeout(() => told.delete(key), TYPING_MS).unref();
    else told.delete(key);
    return isFirst;
  };
}

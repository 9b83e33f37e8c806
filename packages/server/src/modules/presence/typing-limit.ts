import type { SharedRedis } from '../../realtime/shared/open-redis.ts';

/** Whether it may be published that a user writes in a chat: once every 3 s, whichever processes their pages speak to. */
export type TypingLimit = (userId: number, chatId: number) => Promise<boolean>;

const TYPING_MS = 3_000;

export function createTypingLimit(
  redis: Pick<SharedRedis, 'commands' | 'secrets'> | undefined,
): TypingLimit {
  const limited = new Set<string>();

  /** While Redis is away each process keeps to its own. */
  async function isFirstAnywhere(key: string): Promise<boolean> {
    if (!redis) return true;
    const name = `web-chat:typing:${redis.secrets.nameOf(`typing ${key}`)}`;
    const set = redis.commands.set(name, '', 'PX', TYPING_MS, 'NX');
    return set.then((answer) => answer === 'OK').catch(() => true);
  }

  return async (userId, chatId) => {
    const key = `${userId}:${chatId}`;
    if (limited.has(key)) return false;
    limited.add(key);
    const isFirst = await isFirstAnywhere(key);
    if (isFirst) setTimeout(() => limited.delete(key), TYPING_MS).unref();
    else limited.delete(key);
    return isFirst;
  };
}

import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { SharedRedis } from './open-redis.ts';

/** Runs work while no other process runs any of the same key. */
export type Alone = <T>(key: string, work: () => Promise<T>) => Promise<T>;

// A process that dies in the midst of its turn holds the others up no longer than this.
const HELD_MS = 5_000;
const MOST_WAIT_MS = HELD_MS;
const AGAIN_MS = 20;
const RELEASE = `if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end return 0`;

/**
 * A lock in Redis. It is given back behind what the work has told, on the same line, so that the next one's facts come
 * after it. Who waits too long, or finds no Redis, goes on without: the work is worth more than its order.
 */
export function aloneWith({ commands }: Pick<SharedRedis, 'commands'>): Alone {
  async function take(name: string, token: string): Promise<boolean> {
    const until = Date.now() + MOST_WAIT_MS;
    while (Date.now() < until) {
      if ((await commands.set(name, token, 'PX', HELD_MS, 'NX')) === 'OK') return true;
      await pause(AGAIN_MS);
    }
    return false;
  }

  return async (key, work) => {
    const [name, token] = [`web-chat:turn:${key}`, randomUUID()];
    const isHeld = await take(name, token).catch(() => false);
    try {
      return await work();
    } finally {
      if (isHeld) commands.eval(RELEASE, 1, name, token).catch(() => {});
    }
  };
}

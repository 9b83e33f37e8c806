import { z } from 'zod';
import type { SharedRedis } from './open-redis.ts';

/** The processes that read the stream now: each renews its name, and one that stops is dropped. */
export interface Roll {
  /** Renews it at once, too. */
  enter(): Promise<void>;
  /** The names of all, this one's among them. */
  names(): Promise<string[]>;
  close(): Promise<void>;
}

const names = z.array(z.string());

const KEY = 'web-chat:processes';
const RENEW_MS = 5_000;
const TTL_S = 15;
// By Redis's clock: machines may differ about the time.
const ENTER = `return redis.call('zadd', KEYS[1], redis.call('time')[1], ARGV[1])`;
const LIST = `
redis.call('zremrangebyscore', KEYS[1], '-inf', redis.call('time')[1] - ARGV[1])
return redis.call('zrange', KEYS[1], 0, -1)`;

export function openRoll({ commands }: Pick<SharedRedis, 'commands'>, me: string): Roll {
  const enter = async () => void (await commands.eval(ENTER, 1, KEY, me));
  const renewing = setInterval(() => void enter().catch(() => {}), RENEW_MS);
  return {
    enter,
    names: async () => names.parse(await commands.eval(LIST, 1, KEY, TTL_S)),
    async close() {
      clearInterval(renewing);
      await commands.zrem(KEY, me).catch(() => {});
    },
  };
}

import type { SharedRedis } from './open-redis.ts';

/** Who hears the facts now: every process says so again and again; who has stopped to is not there any more. */
export interface Roll {
  /** Says it at once, too. */
  enter(): Promise<void>;
  /** Everybody's names, one's own among them. */
  names(): Promise<string[]>;
  close(): Promise<void>;
}

const KEY = 'web-chat:processes';
const AGAIN_MS = 5_000;
const SILENT_S = 15;
// By Redis's clock: machines may have their own ideas of the time.
const ENTER = `return redis.call('zadd', KEYS[1], redis.call('time')[1], ARGV[1])`;
const LIST = `
redis.call('zremrangebyscore', KEYS[1], '-inf', redis.call('time')[1] - ARGV[1])
return redis.call('zrange', KEYS[1], 0, -1)`;

export function openRoll({ commands }: Pick<SharedRedis, 'commands'>, me: string): Roll {
  const enter = async () => void (await commands.eval(ENTER, 1, KEY, me));
  const again = setInterval(() => void enter().catch(() => {}), AGAIN_MS);
  return {
    enter,
    names: async () => (await commands.eval(LIST, 1, KEY, SILENT_S)) as string[],
    async close() {
      clearInterval(again);
      await commands.zrem(KEY, me).catch(() => {});
    },
  };
}

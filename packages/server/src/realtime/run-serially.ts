import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { createKeyedQueue } from '../security/keyed-queue.ts';
import type { SharedRedis } from './cluster/open-redis.ts';

/** Runs works of the same key one after another, in the order they were asked for; each settles as its own does. */
export type RunSerially = <T>(key: string, work: () => Promise<T>) => Promise<T>;

/** For events that must be published in the order they were stored; the `lock` keeps other processes out meanwhile. */
export function createRunSerially(lock: RunSerially = (_, work) => work()): RunSerially {
  const queue = createKeyedQueue({ atOnce: 1 });
  return (key, work) => queue.run(key, () => lock(key, work));
}

// A process that dies while it has the lock holds the others up no longer than this.
const TTL_MS = 5_000;
const MAX_WAIT_MS = TTL_MS;
const RETRY_MS = 20;
const RELEASE = `if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end return 0`;

/**
 * A lock in Redis for each key. The lock is released after the work's events, on the same connection, so that the
 * next one's events come after it. Without Redis, or after too long a wait, the work goes on without the lock: it is
 * worth more than its order.
 */
export function createDistributedLock({
  commands,
  secrets,
}: Pick<SharedRedis, 'commands' | 'secrets'>): RunSerially {
  async function acquire(name: string, token: string): Promise<boolean> {
    const until = Date.now() + MAX_WAIT_MS;
    while (Date.now() < until) {
      if ((await commands.set(name, token, 'PX', TTL_MS, 'NX')) === 'OK') return true;
      await pause(RETRY_MS);
    }
    return false;
  }

  return async (key, work) => {
    const [name, token] = [`web-chat:turn:${secrets.nameOf(`turn ${key}`)}`, randomUUID()];
    const isAcquired = await acquire(name, token).catch(() => false);
    try {
      return await work();
    } finally {
      if (isAcquired) commands.eval(RELEASE, 1, name, token).catch(() => {});
    }
  };
}

import { randomUUID } from 'node:crypto';
import type { Redis } from 'ioredis';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { tooManyRequests } from '../shared/errors.ts';
import { createKeyedQueue, type Key, pause } from './keyed-queue.ts';

/** The Redis in which several processes count together. Redis learns neither e-mail, address nor person. */
interface Shared {
  commands: Redis;
  secrets: { nameOf(thing: string): string };
}

interface Window {
  name: string;
  points: number;
  seconds: number;
}

/** How much each key does within a window. */
export interface Rate {
  /** Counts one more. Else the seconds until there is room. */
  take(key: Key): Promise<number | undefined>;
  /** Counts nothing: the seconds until there is room, where there is none. */
  look(key: Key): Promise<number | undefined>;
  giveBack(key: Key): Promise<void>;
}

/** While Redis is away each process keeps to its own counts. */
export function createRate({ name, points, seconds }: Window, redis: Shared | undefined): Rate {
  const own = new RateLimiterMemory({ points, duration: seconds });
  const limiter = redis
    ? new RateLimiterRedis({
        storeClient: redis.commands,
        keyPrefix: `web-chat:${name}`,
        points,
        duration: seconds,
        // A key beyond the limit is refused without asking Redis.
        inMemoryBlockOnConsumed: points + 1,
        insuranceLimiter: own,
      })
    : own;
  const keyOf = (key: Key) => redis?.secrets.nameOf(`${name} ${key}`) ?? `${key}`;
  return {
    async take(key) {
      try {
        await limiter.consume(keyOf(key));
        return undefined;
      } catch (refused) {
        if (refused instanceof RateLimiterRes) return refused.msBeforeNext / 1000;
        throw refused;
      }
    },
    async look(key) {
      const count = await limiter.get(keyOf(key));
      return count && count.consumedPoints >= points ? count.msBeforeNext / 1000 : undefined;
    },
    async giveBack(key) {
      const count = await limiter.get(keyOf(key));
      if (count && count.consumedPoints > 0) await limiter.reward(keyOf(key));
    },
  };
}

/** Limits how often the tries of a key fail within a window. */
export interface FailureLimiter {
  /**
   * Runs a try; one that gives false has failed. However many run at once, no more fail than may: the rest waits, and is
   * 429 after that.
   */
  attempt(key: string, tryOnce: () => Promise<boolean>): Promise<boolean>;
  refused(): number;
}

/** Counts failures, and tries under way that may still fail. */
interface Counts {
  /** How long a try may wait for those under way. */
  maxWaitMs: number;
  /** 0 once a try has entered, `FULL_OF_TRIES`, or the milliseconds until there is room. */
  enter(key: string, token: string): Promise<number>;
  leave(key: string, token: string, hasFailed: boolean): Promise<unknown>;
}

const ENTERED = 0;
const FULL_OF_TRIES = -1;
const RETRY_MS = 25;

function countHere({ points, seconds }: Window): Counts {
  const failures = new RateLimiterMemory({ points, duration: seconds });
  const trying = new Map<string, number>();
  function stopTrying(key: string): void {
    const left = (trying.get(key) ?? 1) - 1;
    if (left > 0) trying.set(key, left);
    else trying.delete(key);
  }
  return {
    maxWaitMs: Infinity,
    async enter(key) {
      // Counted before failures are: a try that leaves meanwhile has its failure among them.
      const others = trying.get(key) ?? 0;
      trying.set(key, others + 1);
      const count = await failures.get(key);
      const failed = count?.consumedPoints ?? 0;
      if (failed + others < points) return ENTERED;
      stopTrying(key);
      return count && failed >= points ? count.msBeforeNext : FULL_OF_TRIES;
    },
    async leave(key, _, hasFailed) {
      if (hasFailed) await failures.penalty(key);
      stopTrying(key);
    },
  };
}

// A process that dies in the midst of a try gives its room back after this.
const TRY_MS = 10_000;
const MAX_WAIT_MS = 5_000;
const ENTER = `
local failed = tonumber(redis.call('get', KEYS[1]) or '0')
local points = tonumber(ARGV[1])
if failed >= points then return redis.call('pttl', KEYS[1]) end
local time = redis.call('time')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('zremrangebyscore', KEYS[2], 0, now - ARGV[3])
if failed + redis.call('zcard', KEYS[2]) >= points then return ${FULL_OF_TRIES} end
redis.call('zadd', KEYS[2], now, ARGV[2])
redis.call('pexpire', KEYS[2], ARGV[3])
return ${ENTERED}`;
const FAIL = `
if redis.call('incr', KEYS[1]) == 1 then redis.call('pexpire', KEYS[1], ARGV[2]) end
return redis.call('zrem', KEYS[2], ARGV[1])`;

function countTogether({ name, points, seconds }: Window, { commands, secrets }: Shared): Counts {
  const keysOf = (key: string) => {
    const hidden = secrets.nameOf(`${name} ${key}`);
    return [`web-chat:{${hidden}}:failed`, `web-chat:{${hidden}}:trying`] as const;
  };
  return {
    maxWaitMs: MAX_WAIT_MS,
    enter: async (key, token) =>
      Number(
        await commands.eval(ENTER, 2, ...keysOf(key), points, token, TRY_MS).catch(() => ENTERED),
      ),
    leave(key, token, hasFailed) {
      const leaving = hasFailed
        ? commands.eval(FAIL, 2, ...keysOf(key), token, seconds * 1000)
        : commands.zrem(keysOf(key)[1], token);
      return leaving.catch(() => {});
    },
  };
}

/** Each process counts for itself beside the counts that all share: the limit holds even where somebody empties Redis. */
export function createFailureLimiter(window: Window, redis?: Shared): FailureLimiter {
  const tries = createKeyedQueue({ atOnce: window.points });
  const counts = [countHere(window), ...(redis ? [countTogether(window, redis)] : [])];
  let refused = 0;

  async function enter(one: Counts, key: string, token: string): Promise<void> {
    const until = performance.now() + one.maxWaitMs;
    for (;;) {
      const answer = await one.enter(key, token);
      if (answer === ENTERED) return;
      if (answer !== FULL_OF_TRIES || performance.now() > until) {
        refused++;
        throw tooManyRequests(Math.max(RETRY_MS, answer) / 1000);
      }
      await pause(RETRY_MS);
    }
  }

  /** Enters these counts one after the other, and leaves each that was entered. */
  async function within(
    [one, ...rest]: Counts[],
    key: string,
    tryOnce: () => Promise<boolean>,
  ): Promise<boolean> {
    if (!one) return tryOnce();
    const token = randomUUID();
    await enter(one, key, token);
    let hasFailed = false;
    try {
      hasFailed = !(await within(rest, key, tryOnce));
      return !hasFailed;
    } finally {
      await one.leave(key, token, hasFailed);
    }
  }

  return {
    attempt: (key, tryOnce) => tries.run(key, () => within(counts, key, tryOnce)),
    refused: () => refused,
  };
}

/**
 * Lets `burst` turns of each key through at once, then `aSecond` a second: gives 0, or the milliseconds until the next
 * turn may be. A window of the library would let nothing through for long after a burst (decision 24).
 */
export function tokenBucket({ aSecond, burst }: { aSecond: number; burst: number }) {
  const everyMs = 1_000 / aSecond;
  /** When each will have had no more turns than time has passed for. */
  const evenAt = new Map<Key, number>();
  return (key: Key): number => {
    const now = performance.now();
    const even = Math.max(now, evenAt.get(key) ?? now);
    const early = even - now - (burst - 1) * everyMs;
    if (early > 0) return early;
    evenAt.delete(key);
    evenAt.set(key, even + everyMs);
    // The oldest come first: keys that have used up nothing need not be remembered.
    for (const [other, at] of evenAt) {
      if (at > now) break;
      evenAt.delete(other);
    }
    return 0;
  };
}

/** How much of each key is under way. */
interface Places {
  hasRoom(key: Key): boolean;
  /** False, without taking a place, for a key without room. */
  enter(key: Key): boolean;
  leave(key: Key): void;
  /** How many were not let in since the start. */
  refused(): number;
}

/** Each key has so many places, or its share of `inAll`: one may have nearly all, but leaves room for others to come. */
export function createPlaces({ ofEach, inAll = 0 }: { ofEach: number; inAll?: number }): Places {
  const taken = new Map<Key, number>();
  let refused = 0;
  const hasRoom = (key: Key) => {
    const own = taken.get(key) ?? 0;
    const sharers = taken.size + (own === 0 ? 1 : 0);
    return own < Math.max(ofEach, Math.floor(inAll / sharers));
  };
  return {
    hasRoom,
    refused: () => refused,
    enter(key) {
      if (!hasRoom(key)) {
        refused++;
        return false;
      }
      taken.set(key, (taken.get(key) ?? 0) + 1);
      return true;
    },
    leave(key) {
      const left = (taken.get(key) ?? 0) - 1;
      if (left > 0) taken.set(key, left);
      else taken.delete(key);
    },
  };
}

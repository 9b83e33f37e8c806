import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { RateLimiterMemory } from 'rate-limiter-flexible';
import type { SharedRedis } from '../../realtime/shared/open-redis.ts';

/** Limits the failures of a key. A try under way may still fail, so it fills the bucket, too. */
export interface Allowance {
  /** Waits while the bucket is full of others' tries. Undefined: try, then `leave`. Else the seconds until there is room. */
  enter(key: string): Promise<number | undefined>;
  leave(key: string, hasFailed: boolean): Promise<void>;
}

interface Bucket {
  visitors: number;
  trying: number;
  /** How many tries have ended: a count of failures that was read before the last end is out of date. */
  left: number;
  waiting: (() => void)[];
}

type Limiter = Pick<RateLimiterMemory, 'get' | 'penalty' | 'points'>;

export function createAllowance(limiter: Limiter): Allowance {
  const buckets = new Map<string, Bucket>();

  function bucketOf(key: string): Bucket {
    const bucket = buckets.get(key) ?? { visitors: 0, trying: 0, left: 0, waiting: [] };
    buckets.set(key, bucket);
    return bucket;
  }

  function goOut(key: string, bucket: Bucket): void {
    bucket.visitors--;
    if (bucket.visitors === 0) buckets.delete(key);
  }

  return {
    async enter(key) {
      const bucket = bucketOf(key);
      bucket.visitors++;
      for (;;) {
        const { left } = bucket;
        const count = await limiter.get(key);
        const failed = count?.consumedPoints ?? 0;
        if (count && failed >= limiter.points) {
          goOut(key, bucket);
          return count.msBeforeNext / 1000;
        }
        if (left !== bucket.left) continue;
        if (bucket.trying < limiter.points - failed) {
          bucket.trying++;
          return undefined;
        }
        await new Promise<void>((resolve) => bucket.waiting.push(resolve));
      }
    },
    async leave(key, hasFailed) {
      const bucket = bucketOf(key);
      try {
        if (hasFailed) await limiter.penalty(key);
      } finally {
        bucket.trying--;
        bucket.left++;
        for (const wake of bucket.waiting.splice(0)) wake();
        goOut(key, bucket);
      }
    },
  };
}

// A process that dies in the midst of a try gives its room back after this.
const TRY_MS = 10_000;
const MAX_WAIT_MS = 5_000;
const RETRY_MS = 25;
const ENTERED = 0;
const FULL_OF_TRIES = -1;

// A counter of failures alone would let every process try at once; attempts under way are counted beside it.
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

/** The same allowance for all processes; while Redis is away each keeps to its own. */
export function shareAllowance(
  own: Allowance,
  { commands, secrets }: Pick<SharedRedis, 'commands' | 'secrets'>,
  { name, points, windowMs }: { name: string; points: number; windowMs: number },
): Allowance {
  // Any entry of a key will do: all of them are tries of this process.
  const entered = new Map<string, string[]>();
  // Whoever reads along learns neither e-mail nor address.
  const keysOf = (key: string) => {
    const hidden = secrets.nameOf(`${name} ${key}`);
    return [`web-chat:{${hidden}}:failed`, `web-chat:{${hidden}}:trying`] as const;
  };

  /** The milliseconds for which it stays closed; 0 once a try has entered. */
  async function enterShared(key: string): Promise<number> {
    const token = randomUUID();
    const until = Date.now() + MAX_WAIT_MS;
    for (;;) {
      const answer = Number(await commands.eval(ENTER, 2, ...keysOf(key), points, token, TRY_MS));
      if (answer === ENTERED) entered.set(key, [...(entered.get(key) ?? []), token]);
      if (answer !== FULL_OF_TRIES) return answer;
      if (Date.now() > until) return RETRY_MS;
      await pause(RETRY_MS);
    }
  }

  function tokenOf(key: string): string | undefined {
    const tokens = entered.get(key);
    const token = tokens?.pop();
    if (tokens?.length === 0) entered.delete(key);
    return token;
  }

  return {
    async enter(key) {
      const seconds = await own.enter(key);
      if (seconds !== undefined) return seconds;
      const closedMs = await enterShared(key).catch(() => ENTERED);
      if (closedMs === ENTERED) return undefined;
      await own.leave(key, false);
      return closedMs / 1000;
    },
    async leave(key, hasFailed) {
      const token = tokenOf(key);
      const leaving =
        token &&
        (hasFailed
          ? commands.eval(FAIL, 2, ...keysOf(key), token, windowMs)
          : commands.zrem(keysOf(key)[1], token));
      await Promise.all([own.leave(key, hasFailed), Promise.resolve(leaving).catch(() => {})]);
    },
  };
}

import type { RateLimiterMemory } from 'rate-limiter-flexible';

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

import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import type { SharedRedis } from '../../../realtime/shared/open-redis.ts';

const SECONDS = 60;

/** How much each person does in a minute, on all their devices and at all processes (rules/messages 32). */
export interface SendRate {
  /** Counts one more. Else the seconds until there is room. */
  take(personId: number): Promise<number | undefined>;
  /** Counts nothing: the seconds until there is room, where there is none. */
  look(personId: number): Promise<number | undefined>;
  /** One that stored nothing, since it was a repeat. */
  giveBack(personId: number): Promise<void>;
}

const unlimited: SendRate = {
  take: async () => undefined,
  look: async () => undefined,
  giveBack: async () => {},
};

/** While Redis is away each process keeps to its own counts. */
export function createSendRate(points: number, redis: SharedRedis | undefined): SendRate {
  if (points === 0) return unlimited;
  const own = new RateLimiterMemory({ keyPrefix: 'sends', points, duration: SECONDS });
  const limiter = redis
    ? new RateLimiterRedis({
        storeClient: redis.commands,
        keyPrefix: 'web-chat:sends',
        points,
        duration: SECONDS,
        // Who is beyond it is refused without asking Redis.
        inMemoryBlockOnConsumed: points + 1,
        insuranceLimiter: own,
      })
    : own;
  // Redis does not learn who they are.
  const keyOf = (personId: number) => redis?.secrets.nameOf(`sends ${personId}`) ?? `${personId}`;
  return {
    async take(personId) {
      try {
        await limiter.consume(keyOf(personId));
        return undefined;
      } catch (refused) {
        if (refused instanceof RateLimiterRes) return refused.msBeforeNext / 1000;
        throw refused;
      }
    },
    async look(personId) {
      const count = await limiter.get(keyOf(personId));
      return count && count.consumedPoints >= points ? count.msBeforeNext / 1000 : undefined;
    },
    async giveBack(personId) {
      const count = await limiter.get(keyOf(personId));
      if (count && count.consumedPoints > 0) await limiter.reward(keyOf(personId));
    },
  };
}

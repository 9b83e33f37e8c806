import { availableParallelism } from 'node:os';
import { LRUCache } from 'lru-cache';
import { networkOf } from '../../http/addresses.ts';
import type { SharedRedis } from '../../realtime/cluster/open-redis.ts';
import { createKeyedQueue, type Load, sumOf } from '../../security/keyed-queue.ts';
import {
  createFailureLimiter,
  createPlaces,
  type FailureLimiter,
  tokenBucket,
} from '../../security/limiter.ts';
import type { PasswordAttempt, PasswordAttempts } from '../../security/passwords.ts';
import { tooManyRequests } from '../../shared/errors.ts';

const SECONDS = 60;
const RETRY_SECONDS = 1;

// Attempts under way, refused ones included: of all callers, and of one caller however many there are.
const MAX_PLACES = 1_000;
const MIN_PLACES = 10;
// Lookups for one asker in a second, and lookups in a row without a wait: more than can be checked.
const LOOKUPS_A_SECOND = 100;
const LOOKUPS_IN_A_ROW = 50;
const MAX_WAIT_MS = 10_000;
// Attempts of one caller at once that are no flood.
const LOW_VOLUME = 3;
// Askers whose last failure is known.
const MAX_FAILED = 10_000;
// Argon2 takes a core for each check: one stays free for everything else.
const AT_ONCE = Math.max(1, availableParallelism() - 1);

/** Two layers: callers wait in queues, each in their own turn; and failures are limited for each pair and each key. */
class LoginLimits implements PasswordAttempts {
  readonly #places = createPlaces({ ofEach: MIN_PLACES, inAll: MAX_PLACES });
  readonly #lowVolume = createPlaces({ ofEach: LOW_VOLUME });
  readonly #failed = new LRUCache<string, true>({ max: MAX_FAILED, ttl: SECONDS * 1000 });
  // A refusal costs a query, too: many of one caller wait for each other.
  readonly #lookups = createKeyedQueue({
    atOnce: 1,
    maxPerKey: MAX_PLACES,
    maxWaitMs: MAX_WAIT_MS,
    pace: tokenBucket({ aSecond: LOOKUPS_A_SECOND, burst: LOOKUPS_IN_A_ROW }),
  });
  readonly #checks = createKeyedQueue({
    atOnce: AT_ONCE,
    isShared: true,
    maxPerKey: 200,
    maxTotal: 2_000,
  });

  readonly #perPair: FailureLimiter;
  readonly #perKey: FailureLimiter;
  readonly #begun: FailureLimiter;

  constructor(rate: number, redis: SharedRedis | undefined) {
    const limit = (name: string, points: number) =>
      createFailureLimiter({ name, points, seconds: SECONDS }, redis);
    this.#perPair = limit('narrow', rate);
    this.#perKey = limit('wide', rate * 10);
    this.#begun = limit('begun', rate * 10);
  }

  async attempt(given: PasswordAttempt, check: () => Promise<boolean>): Promise<boolean> {
    const attempt = { ...given, address: networkOf(given.address) };
    const { personId, address } = attempt;
    const asker = personId === undefined ? address : `person:${personId}`;
    if (!this.#places.enter(asker)) throw tooManyRequests(RETRY_SECONDS);
    const isLowVolume = this.#lowVolume.enter(asker);
    try {
      const device = await this.#lookups.run(asker, attempt.findApprovedDevice);
      const isFirst = device || (isLowVolume && !this.#failed.has(asker));
      const checkNow = async () => {
        const key = device ? `device:${device.id}` : address;
        const isRight = await this.#checks.run(key, check, isFirst ? 'first' : 'usual');
        if (!isRight) this.#failed.set(asker, true);
        return isRight;
      };
      return await (device
        ? this.#perPair.attempt(`device:${device.id}:${attempt.email}`, checkNow)
        : this.#attemptFromAddress(attempt, checkNow));
    } finally {
      if (isLowVolume) this.#lowVolume.leave(asker);
      this.#places.leave(asker);
    }
  }

  runAfterChecks<T>(personId: number, work: () => Promise<T>): Promise<T> {
    return this.#checks.run(`person:${personId}`, work, 'last');
  }

  async countBegun(address: string): Promise<void> {
    await this.#begun.attempt(`address:${networkOf(address)}`, async () => false);
  }

  load(): Load {
    const limits = [this.#places, this.#perPair, this.#perKey, this.#begun];
    const refused = limits.map((limit) => ({ waiting: 0, refused: limit.refused() }));
    return sumOf([this.#lookups.load(), this.#checks.load(), ...refused]);
  }

  // All attempts take them in this order, so that no two wait for each other.
  #attemptFromAddress({ address, email }: PasswordAttempt, check: () => Promise<boolean>) {
    return this.#perPair.attempt(JSON.stringify([address, email]), () =>
      this.#perKey.attempt(`address:${address}`, () =>
        this.#perKey.attempt(`email:${email}`, check),
      ),
    );
  }
}

/** With Redis, the failures of all processes together. */
export const createLoginLimits = (rate: number, redis?: SharedRedis): PasswordAttempts =>
  new LoginLimits(rate, redis);

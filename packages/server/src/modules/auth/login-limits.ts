import { availableParallelism } from 'node:os';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { networkOf } from '../../http/addresses.ts';
import type { SharedRedis } from '../../realtime/shared/open-redis.ts';
import { createKeyedQueue, type Load, sumOf } from '../../security/keyed-queue.ts';
import { createFairPlaces, createTally, tokenBucket } from '../../security/limits.ts';
import type { PasswordAttempt, PasswordAttempts } from '../../security/passwords.ts';
import { tooManyRequests } from '../../shared/errors.ts';
import { type Allowance, createAllowance, shareAllowance } from './allowance.ts';

const SECONDS = 60;
const RETRY_SECONDS = 1;

/** A caller, and whether they try no more at once than a person does. */
interface Asking {
  asker: string;
  isOneOfFew: boolean;
  check: () => Promise<boolean>;
}

interface Gate {
  allowance: Allowance;
  key: string;
}

/** Failures of a key within a minute, in all processes that Redis joins. */
export function openAllowance(
  name: string,
  points: number,
  redis: SharedRedis | undefined,
): Allowance {
  const own = createAllowance(new RateLimiterMemory({ points, duration: SECONDS }));
  return redis ? shareAllowance(own, redis, { name, points, windowMs: SECONDS * 1000 }) : own;
}

// Attempts under way, refused ones included: of all callers, and of one caller however many there are.
const MAX_PLACES = 1_000;
const MIN_PLACES = 10;
// So many a second of one asker are looked at, and so many in a row: more than can be checked.
const LOOKS_A_SECOND = 100;
const LOOKS_IN_A_ROW = 50;
const MAX_WAIT_MS = 10_000;

// So many attempts of one caller at once are no flood.
const FEW = 3;

// Argon2 takes a core for each check: one stays free for everything else.
const AT_ONCE = Math.max(1, availableParallelism() - 1);

class LoginLimits implements PasswordAttempts {
  readonly #narrow: Allowance;
  readonly #wide: Allowance;
  readonly #begun: Allowance;
  readonly #turns = createKeyedQueue({
    atOnce: AT_ONCE,
    isShared: true,
    maxPerKey: 200,
    maxTotal: 2_000,
  });
  readonly #places = createFairPlaces({ inAll: MAX_PLACES, atLeast: MIN_PLACES });
  // A refusal costs a query, too: many of one caller wait for each other.
  readonly #looks = createKeyedQueue({
    atOnce: 1,
    maxPerKey: MAX_PLACES,
    maxWaitMs: MAX_WAIT_MS,
    pace: tokenBucket({ aSecond: LOOKS_A_SECOND, burst: LOOKS_IN_A_ROW }),
  });
  readonly #few = createTally(FEW);
  #refused = 0;
  /** Keys with a failed check within the last minute, oldest first. */
  readonly #failedAt = new Map<string, number>();

  constructor(rate: number, redis: SharedRedis | undefined) {
    this.#narrow = openAllowance('narrow', rate, redis);
    this.#wide = openAllowance('wide', rate * 10, redis);
    this.#begun = openAllowance('begun', rate * 10, redis);
  }

  async attempt(given: PasswordAttempt, check: () => Promise<boolean>): Promise<boolean> {
    const attempt = { ...given, address: networkOf(given.address) };
    const { personId, address } = attempt;
    const asker = personId === undefined ? address : `person:${personId}`;
    if (!this.#places.enter(asker)) throw this.#refusal(RETRY_SECONDS);
    const isOneOfFew = this.#few.enter(asker);
    try {
      return await this.#attemptInPlace(attempt, { asker, isOneOfFew, check });
    } finally {
      if (isOneOfFew) this.#few.leave(asker);
      this.#places.leave(asker);
    }
  }

  runAfterChecks<T>(personId: number, work: () => Promise<T>): Promise<T> {
    return this.#turns.run(`person:${personId}`, work, 'last');
  }

  async countBegun(address: string): Promise<void> {
    const key = `address:${networkOf(address)}`;
    const seconds = await this.#begun.enter(key);
    if (seconds !== undefined) throw this.#refusal(seconds);
    await this.#begun.leave(key, true);
  }

  load(): Load {
    const beforeTurns = { waiting: 0, refused: this.#refused };
    return sumOf([this.#looks.load(), this.#turns.load(), beforeTurns]);
  }

  #refusal(seconds: number): Error {
    this.#refused++;
    return tooManyRequests(seconds);
  }

  async #attemptInPlace(attempt: PasswordAttempt, { asker, isOneOfFew, check }: Asking) {
    const device = await this.#looks.run(asker, attempt.findApprovedDevice);
    const gates = device ? this.#gateOfDevice(attempt, device.id) : this.#gatesOfAddress(attempt);
    const turn = device
      ? { key: `device:${device.id}`, rank: 'first' as const }
      : { key: attempt.address, rank: this.#rankOf(asker, isOneOfFew) };
    const entered: Gate[] = [];
    let hasFailed = false;
    try {
      for (const gate of gates) {
        const seconds = await gate.allowance.enter(gate.key);
        if (seconds !== undefined) throw this.#refusal(seconds);
        entered.push(gate);
      }
      hasFailed = !(await this.#turns.run(turn.key, check, turn.rank));
      if (hasFailed) this.#noteFailure(asker);
      return !hasFailed;
    } finally {
      await Promise.all(entered.map(({ allowance, key }) => allowance.leave(key, hasFailed)));
    }
  }

  #rankOf(asker: string, isOneOfFew: boolean): 'first' | 'usual' {
    return isOneOfFew && !this.#failedAt.has(asker) ? 'first' : 'usual';
  }

  #gateOfDevice({ email }: PasswordAttempt, deviceId: number): Gate[] {
    return [{ allowance: this.#narrow, key: `device:${deviceId}:${email}` }];
  }

  // All attempts take them in this order, so that no two wait for each other.
  #gatesOfAddress({ address, email }: PasswordAttempt): Gate[] {
    return [
      { allowance: this.#narrow, key: JSON.stringify([address, email]) },
      { allowance: this.#wide, key: `address:${address}` },
      { allowance: this.#wide, key: `email:${email}` },
    ];
  }

  #noteFailure(asker: string): void {
    const now = performance.now();
    this.#failedAt.delete(asker);
    this.#failedAt.set(asker, now);
    for (const [other, at] of this.#failedAt) {
      if (now - at < SECONDS * 1000) return;
      this.#failedAt.delete(other);
    }
  }
}

/** With Redis, the failures of all processes together. */
export const createLoginLimits = (rate: number, redis?: SharedRedis): PasswordAttempts =>
  new LoginLimits(rate, redis);

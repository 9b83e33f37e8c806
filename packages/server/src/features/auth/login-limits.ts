import { RateLimiterMemory } from 'rate-limiter-flexible';
import { tooManyRequests } from '../../http/errors.ts';

const SECONDS = 60;

export interface LoginAttempt {
  address: string;
  email: string;
  /** Asked only when a wide limit is reached: an approved device gets past it (contract §1 LOGIN_RATE). */
  fromApprovedDevice: () => Promise<boolean>;
}

/** Counts failed sign-ins for an address with an e-mail, an address alone and an e-mail alone. */
export interface LoginLimits {
  /**
   * Runs a check of the password unless too many have failed before (429); a check that gives false counts as failed.
   * Checks for one e-mail run one after another, so that many at once cannot slip past the count.
   */
  attempt(attempt: LoginAttempt, check: () => Promise<boolean>): Promise<boolean>;
}

export function createLoginLimits(rate: number): LoginLimits {
  const narrow = new RateLimiterMemory({ points: rate, duration: SECONDS });
  const wide = new RateLimiterMemory({ points: rate * 10, duration: SECONDS });
  const running = new Map<string, Promise<unknown>>();

  async function secondsToWait(limiter: RateLimiterMemory, key: string): Promise<number> {
    const count = await limiter.get(key);
    return count && count.consumedPoints >= limiter.points ? count.msBeforeNext / 1000 : 0;
  }

  async function checkOnce(
    { address, email, fromApprovedDevice }: LoginAttempt,
    check: () => Promise<boolean>,
  ): Promise<boolean> {
    const pair = JSON.stringify([address, email]);
    const narrowWait = await secondsToWait(narrow, pair);
    if (narrowWait > 0) throw tooManyRequests(narrowWait);
    const wideKeys = [`address:${address}`, `email:${email}`];
    const waits = await Promise.all(wideKeys.map((key) => secondsToWait(wide, key)));
    const wideWait = Math.max(...waits);
    if (wideWait > 0 && !(await fromApprovedDevice())) throw tooManyRequests(wideWait);
    if (await check()) return true;
    await Promise.all([narrow.penalty(pair), ...wideKeys.map((key) => wide.penalty(key))]);
    return false;
  }

  return {
    async attempt(attempt, check) {
      const before = running.get(attempt.email) ?? Promise.resolve();
      const mine = before.catch(() => {}).then(() => checkOnce(attempt, check));
      running.set(attempt.email, mine);
      try {
        return await mine;
      } finally {
        if (running.get(attempt.email) === mine) running.delete(attempt.email);
      }
    },
  };
}

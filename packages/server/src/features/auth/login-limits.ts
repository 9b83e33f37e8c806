import { RateLimiterMemory } from 'rate-limiter-flexible';
import { tooManyRequests } from '../../http/errors.ts';
import type { SharedRedis } from '../../realtime/shared/open-redis.ts';
import { type Allowance, createAllowance } from './allowance.ts';
import { shareAllowance } from './shared-allowance.ts';

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
   * However many run at once, no more of them can fail than the limits allow.
   */
  attempt(attempt: LoginAttempt, check: () => Promise<boolean>): Promise<boolean>;
}

interface Gate {
  allowance: Allowance;
  key: string;
  isWide: boolean;
}

function openAllowance(name: string, points: number, redis: SharedRedis | undefined): Allowance {
  const own = createAllowance(new RateLimiterMemory({ points, duration: SECONDS }));
  return redis ? shareAllowance(own, redis, { name, points, windowMs: SECONDS * 1000 }) : own;
}

/** With Redis, of all processes together. */
export function createLoginLimits(rate: number, redis?: SharedRedis): LoginLimits {
  const narrow = openAllowance('narrow', rate, redis);
  const wide = openAllowance('wide', rate * 10, redis);

  // Everybody goes through them in this order, so that nobody waits for who waits for him.
  const gatesOf = ({ address, email }: LoginAttempt): Gate[] => [
    { allowance: narrow, key: JSON.stringify([address, email]), isWide: false },
    { allowance: wide, key: `address:${address}`, isWide: true },
    { allowance: wide, key: `email:${email}`, isWide: true },
  ];

  async function enter(attempt: LoginAttempt, { allowance, key, isWide }: Gate): Promise<boolean> {
    const seconds = await allowance.enter(key);
    if (seconds === undefined) return true;
    if (isWide && (await attempt.fromApprovedDevice())) return false;
    throw tooManyRequests(seconds);
  }

  return {
    async attempt(attempt, check) {
      const entered: Gate[] = [];
      let hasFailed = false;
      try {
        for (const gate of gatesOf(attempt)) {
          if (await enter(attempt, gate)) entered.push(gate);
        }
        hasFailed = !(await check());
        return !hasFailed;
      } finally {
        await Promise.all(entered.map(({ allowance, key }) => allowance.leave(key, hasFailed)));
      }
    },
  };
}

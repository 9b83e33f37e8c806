import { tooManyRequests } from '../shared/errors.ts';
import type { Load } from './turns.ts';

/** A person, or an address. */
export type Key = number | string;

/** Runs each key's work in a queue of its own, a little at once: much work of one key does not delay another's. */
export interface OwnTurns {
  /** 429 for a caller who has too much waiting, or has waited too long. */
  run<T>(key: Key, work: () => Promise<T>): Promise<T>;
  load(): Load;
}

/** Gives the milliseconds until the next work of a key may start; when it is 0 it starts. Asked again after each end. */
export type Pace = (key: Key, now: { running: number; waiting: number }) => number;

interface Limits {
  atOnce: number;
  maxWaiting: number;
  maxWaitMs: number;
  pace?: Pace;
}

interface Waiting {
  since: number;
  start: () => void;
  refuse: (error: Error) => void;
}

interface Owner {
  running: number;
  waiting: Waiting[];
  timer?: NodeJS.Timeout;
}

const RETRY_SECONDS = 1;

/** Those that have waited since then, or longer; they wait no more. */
function takeLate({ waiting }: Owner, since: number): Waiting[] {
  const first = waiting.findIndex((one) => one.since > since);
  return waiting.splice(0, first < 0 ? waiting.length : first);
}

export function createOwnTurns(limits: Limits): OwnTurns {
  const { atOnce, maxWaiting, maxWaitMs, pace = () => 0 } = limits;
  const owners = new Map<Key, Owner>();
  const load = { waiting: 0, refused: 0 };

  function refusal(): Error {
    load.refused++;
    return tooManyRequests(RETRY_SECONDS);
  }

  /** Starts what may start; gives the milliseconds after which there may be more. */
  function startNext(key: Key, owner: Owner): number {
    while (owner.waiting.length > 0 && owner.running < atOnce) {
      const ms = pace(key, { running: owner.running, waiting: owner.waiting.length });
      if (ms > 0) return ms;
      owner.running++;
      load.waiting--;
      owner.waiting.shift()?.start();
    }
    return Number.POSITIVE_INFINITY;
  }

  function settle(key: Key, owner: Owner): void {
    clearTimeout(owner.timer);
    const now = performance.now();
    const late = takeLate(owner, now - maxWaitMs);
    load.waiting -= late.length;
    for (const { refuse } of late) refuse(refusal());
    const again = startNext(key, owner);
    const [first] = owner.waiting;
    if (first) {
      const ms = Math.min(again, first.since + maxWaitMs - now);
      owner.timer = setTimeout(settle, ms, key, owner).unref();
    } else if (owner.running === 0) owners.delete(key);
  }

  function wait(key: Key): Promise<Owner> {
    const owner = owners.get(key) ?? { running: 0, waiting: [] };
    if (owner.waiting.length >= maxWaiting) throw refusal();
    load.waiting++;
    owners.set(key, owner);
    return new Promise((start, refuse) => {
      owner.waiting.push({ since: performance.now(), start: () => start(owner), refuse });
      if (owner.waiting.length === 1) settle(key, owner);
    });
  }

  return {
    load: () => ({ ...load }),
    async run(key, work) {
      const owner = await wait(key);
      try {
        return await work();
      } finally {
        owner.running--;
        settle(key, owner);
      }
    },
  };
}

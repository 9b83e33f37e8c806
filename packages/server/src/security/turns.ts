import { tooManyRequests } from '../shared/errors.ts';

interface Turn {
  key: string;
  /** Each rank comes before those behind it, save for every fifth turn. */
  rank?: 'first' | 'usual' | 'last';
}

/** How much waits in a queue now, and how much it has turned away since the start. */
export interface Load {
  readonly waiting: number;
  readonly refused: number;
}

/** Several queues that are told as one. */
export const sumOf = (loads: Load[]): Load => ({
  waiting: loads.reduce((sum, { waiting }) => sum + waiting, 0),
  refused: loads.reduce((sum, { refused }) => sum + refused, 0),
});

/** Runs a limited number of jobs at once. Callers take turns, however many jobs each has waiting. */
export interface Turns {
  /** 429 when too much is waiting. */
  run<T>(turn: Turn, work: () => Promise<T>): Promise<T>;
  load(): Load;
}

interface TurnLimits {
  atOnce: number;
  maxPerKey: number;
  maxTotal: number;
}

const MAX_IN_A_ROW = 4;
const RETRY_SECONDS = 1;

/** The work that waits, by key; keys come round in turn. */
function createQueue() {
  const waiting = new Map<string, (() => void)[]>();
  return {
    lengthOf: (key: string) => waiting.get(key)?.length ?? 0,
    push(key: string, start: () => void) {
      const ofKey = waiting.get(key);
      if (ofKey) ofKey.push(start);
      else waiting.set(key, [start]);
    },
    shift(): (() => void) | undefined {
      const [next] = waiting;
      if (!next) return undefined;
      const [key, ofKey] = next;
      const start = ofKey.shift();
      waiting.delete(key);
      if (ofKey.length > 0) waiting.set(key, ofKey);
      return start;
    },
  };
}

const createLine = () => ({ queue: createQueue(), inARow: 0 });

export function createTurns({ atOnce, maxPerKey, maxTotal }: TurnLimits): Turns {
  const lineOf = { first: createLine(), usual: createLine(), last: createLine() };
  const lines = [lineOf.first, lineOf.usual, lineOf.last];
  let running = 0;
  let inAll = 0;
  let refused = 0;

  /** Takes the next turn from this line or those behind it. */
  function next(place = 0): (() => void) | undefined {
    const line = lines[place];
    if (!line) return undefined;
    const start = line.inARow < MAX_IN_A_ROW ? line.queue.shift() : undefined;
    if (start) {
      line.inARow++;
      return start;
    }
    line.inARow = 0;
    return next(place + 1) ?? line.queue.shift();
  }

  function startWaiting(): void {
    while (running < atOnce) {
      const start = next();
      if (!start) return;
      inAll--;
      running++;
      start();
    }
  }

  return {
    load: () => ({ waiting: inAll, refused }),
    async run({ key, rank = 'usual' }, work) {
      const { queue } = lineOf[rank];
      if (queue.lengthOf(key) >= maxPerKey || inAll >= maxTotal) {
        refused++;
        throw tooManyRequests(RETRY_SECONDS);
      }
      await new Promise<void>((start) => {
        inAll++;
        queue.push(key, start);
        startWaiting();
      });
      try {
        return await work();
      } finally {
        running--;
        startWaiting();
      }
    },
  };
}

/** A person, or an address. */
export type Key = number | string;

/** Runs each key's work in a queue of its own, a little at once: much work of one key does not delay another's. */
export interface OwnTurns {
  /** 429 for a caller who has too much waiting, or has waited too long. */
  run<T>(key: Key, work: () => Promise<T>): Promise<T>;
  load(): Load;
}

/**
 * Gives the milliseconds until the next work of a key may start; when it is 0 it starts. Asked again after each end.
 */
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

/** Takes out those that have waited since then, or longer. */
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

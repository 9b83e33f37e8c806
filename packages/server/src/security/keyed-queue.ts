import PQueue, { type QueueAddOptions } from 'p-queue';
import { tooManyRequests } from '../shared/errors.ts';

/** A person, or an address. */
export type Key = number | string;

/** Each rank comes before those behind it, save for every fifth turn. */
type Rank = 'first' | 'usual' | 'last';

/** How much waits in a queue now, and how much it has turned away since the start. */
export interface Load {
  readonly waiting: number;
  readonly refused: number;
}

/** Several queues as one. */
export const sumOf = (loads: Load[]): Load => ({
  waiting: loads.reduce((sum, { waiting }) => sum + waiting, 0),
  refused: loads.reduce((sum, { refused }) => sum + refused, 0),
});

export interface KeyedQueue {
  /** 429 when too much waits, or when this work has waited too long. */
  run<T>(key: Key, work: () => Promise<T>, rank?: Rank): Promise<T>;
  waitingOf(key: Key): number;
  load(): Load;
}

interface Limits {
  atOnce: number;
  /** All keys have `atOnce` together, and come in turn, however much each has waiting. Else each key has it alone. */
  isShared?: boolean;
  maxPerKey?: number;
  maxTotal?: number;
  maxWaitMs?: number;
  /** Counts a work that begins, and gives 0; or the milliseconds after which to ask again. */
  pace?: (key: Key) => number;
}

type Start = () => Promise<unknown>;

interface Turn extends QueueAddOptions {
  key?: Key;
  rank?: Rank;
}

const MAX_IN_A_ROW = 4;
const RETRY_SECONDS = 1;
/** Queues without work that are kept for other keys. */
const MAX_FREE = 100;

/** The work of one rank that waits, by key; keys come round in turn. */
class Line {
  inARow = 0;
  readonly #waiting = new Map<Key, Start[]>();

  push(key: Key, start: Start): void {
    const ofKey = this.#waiting.get(key);
    if (ofKey) ofKey.push(start);
    else this.#waiting.set(key, [start]);
  }

  shift(): Start | undefined {
    const [next] = this.#waiting;
    if (!next) return undefined;
    const [key, ofKey] = next;
    const start = ofKey.shift();
    this.#waiting.delete(key);
    if (ofKey.length > 0) this.#waiting.set(key, ofKey);
    return start;
  }
}

/** The order of a queue that keys share, as `p-queue` asks for it. */
class FairOrder {
  size = 0;
  readonly #lineOf = { first: new Line(), usual: new Line(), last: new Line() };
  readonly #lines = [this.#lineOf.first, this.#lineOf.usual, this.#lineOf.last];

  enqueue(start: Start, { key = '', rank = 'usual' }: Partial<Turn> = {}): void {
    this.size++;
    this.#lineOf[rank].push(key, start);
  }

  dequeue(): Start | undefined {
    this.size--;
    return this.#next();
  }

  // Nobody asks for these two.
  filter = (): Start[] => [];
  setPriority(): void {}

  /** Takes the next turn from this line or those behind it. */
  #next(place = 0): Start | undefined {
    const line = this.#lines[place];
    if (!line) return undefined;
    const start = line.inARow < MAX_IN_A_ROW ? line.shift() : undefined;
    if (start) {
      line.inARow++;
      return start;
    }
    line.inARow = 0;
    return this.#next(place + 1) ?? line.shift();
  }
}

type Add = (key: Key, rank: Rank, turn: () => Promise<void>) => void;

function shareQueue(concurrency: number): Add {
  const queue = new PQueue<FairOrder, Turn>({ concurrency, queueClass: FairOrder });
  return (key, rank, turn) => void queue.add(turn, { key, rank });
}

/** A queue for each key that has work. Keys use them one after the other: a new one takes longer than a short work. */
function queueForEach(concurrency: number): Add {
  const owned = new Map<Key, { queue: PQueue; turns: number }>();
  const free: PQueue[] = [];
  return (key, _, turn) => {
    const own = owned.get(key) ?? { queue: free.pop() ?? new PQueue({ concurrency }), turns: 0 };
    owned.set(key, own);
    own.turns++;
    void own.queue.add(async () => {
      await turn();
      own.turns--;
      if (own.turns > 0) return;
      owned.delete(key);
      if (free.length < MAX_FREE) free.push(own.queue);
    });
  };
}

export const pause = (ms: number): Promise<void> =>
  new Promise((go) => void setTimeout(go, ms).unref());

/** Runs a little at once, and lets the rest wait: much work of one key does not delay another's. */
export function createKeyedQueue(limits: Limits): KeyedQueue {
  const { atOnce, isShared = false, pace } = limits;
  const { maxPerKey = Infinity, maxTotal = Infinity, maxWaitMs = Infinity } = limits;
  const add = isShared ? shareQueue(atOnce) : queueForEach(atOnce);
  const waiting = new Map<Key, number>();
  const load = { waiting: 0, refused: 0 };
  const waitingOf = (key: Key) => waiting.get(key) ?? 0;

  function count(key: Key, more: 1 | -1): void {
    load.waiting += more;
    const now = waitingOf(key) + more;
    if (now > 0) waiting.set(key, now);
    else waiting.delete(key);
  }

  function refusal(): Error {
    load.refused++;
    return tooManyRequests(RETRY_SECONDS);
  }

  /** Settles when its turn has come; gives what ends the turn. */
  function turnOf(key: Key, rank: Rank): Promise<() => void> {
    if (waitingOf(key) >= maxPerKey || load.waiting >= maxTotal) throw refusal();
    return new Promise((begin, refuse) => {
      let isWaiting = true;
      let timer: NodeJS.Timeout | undefined;
      const stopWaiting = () => {
        isWaiting = false;
        clearTimeout(timer);
        count(key, -1);
      };
      count(key, 1);
      add(key, rank, async () => {
        if (!isWaiting) return;
        stopWaiting();
        await new Promise<void>(begin);
      });
      if (!isWaiting || maxWaitMs === Infinity) return;
      timer = setTimeout(() => {
        stopWaiting();
        refuse(refusal());
      }, maxWaitMs).unref();
    });
  }

  return {
    waitingOf,
    load: () => ({ ...load }),
    async run(key, work, rank = 'usual') {
      const end = await turnOf(key, rank);
      try {
        for (let ms = pace?.(key) ?? 0; ms > 0; ms = pace?.(key) ?? 0) await pause(ms);
        return await work();
      } finally {
        end();
      }
    },
  };
}

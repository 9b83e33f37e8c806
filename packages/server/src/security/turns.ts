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

  /** Of what waits in this line and those behind it. */
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

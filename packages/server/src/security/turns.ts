import { tooManyRequests } from '../shared/errors.ts';

/** Runs a limited number of jobs at once. Callers take turns, however many jobs each has waiting. */
export interface Turns {
  /** `isFirst`: before those that are not, save for every fifth turn. 429 when too much is waiting. */
  run<T>(turn: { key: string; isFirst: boolean }, work: () => Promise<T>): Promise<T>;
}

interface TurnLimits {
  atOnce: number;
  maxPerKey: number;
  maxTotal: number;
}

const FIRST_IN_A_ROW = 4;
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

export function createTurns({ atOnce, maxPerKey, maxTotal }: TurnLimits): Turns {
  const [first, others] = [createQueue(), createQueue()];
  let running = 0;
  let inAll = 0;
  let firstInARow = 0;

  function next(): (() => void) | undefined {
    const isTurnOfOthers = firstInARow >= FIRST_IN_A_ROW;
    const start = isTurnOfOthers ? undefined : first.shift();
    if (start) {
      firstInARow++;
      return start;
    }
    firstInARow = 0;
    return others.shift() ?? first.shift();
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
    async run({ key, isFirst }, work) {
      const queue = isFirst ? first : others;
      if (queue.lengthOf(key) >= maxPerKey || inAll >= maxTotal) {
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

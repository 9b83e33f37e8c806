import type { ServerResponse } from 'node:http';
import { createOwnTurns } from '../security/own-turns.ts';
import { createTally } from '../security/tally.ts';
import { type Load, sumOf } from '../security/turns.ts';
import { tooManyRequests } from '../shared/errors.ts';
import { createReadingPace } from './reading-pace.ts';

/** Limits for one person, counted over all of their tabs, sessions and connections. */
export interface FairShare {
  /** Counts a call of the person until it is over; 429 for more at once than any pages of theirs make. */
  enter(personId: number, call: { method: string; response: ServerResponse }): void;
  /** Runs a read of the person, of whom few run at once; `rowsOf` counts the rows that were read for it. */
  read<T>(personId: number, work: () => Promise<T>, rowsOf: (result: T) => number): Promise<T>;
  load(): Load;
}

const MAX_CALLS = 200;
const RETRY_SECONDS = 1;
const READS_AT_ONCE = 4;
const MAX_WAITING = 100;
const MAX_WAIT_MS = 10_000;

export function createFairShare(): FairShare {
  const calls = createTally(MAX_CALLS);
  const pace = createReadingPace();
  const turns = createOwnTurns({
    atOnce: READS_AT_ONCE,
    maxWaiting: MAX_WAITING,
    maxWaitMs: MAX_WAIT_MS,
    pace: pace.waitMs,
  });

  return {
    enter(personId, { method, response }) {
      if (method !== 'GET') pace.wrote(personId);
      if (!calls.enter(personId)) throw tooManyRequests(RETRY_SECONDS);
      // Comes for every answer, also for one whose caller has gone.
      response.once('close', () => calls.leave(personId));
    },
    load: () => sumOf([turns.load(), { waiting: 0, refused: calls.refused() }]),
    read(personId, work, rowsOf) {
      return turns.run(personId, async () => {
        const begun = performance.now();
        const result = await work();
        pace.hasRead(personId, { rows: rowsOf(result), ms: performance.now() - begun });
        return result;
      });
    },
  };
}

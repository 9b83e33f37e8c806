import type { ServerResponse } from 'node:http';
import { createTally } from '../../security/limits.ts';
import { createOwnTurns, type Key, type Load, type Pace, sumOf } from '../../security/turns.ts';
import { tooManyRequests } from '../../shared/errors.ts';

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

/** Makes heavy readers pause between two reads while others write; nobody else ever waits. */
interface ReadingPace {
  /** Others are at work for a while from now on. */
  wrote(personId: number): void;
  hasRead(personId: number, read: { rows: number; ms: number }): void;
  waitMs: Pace;
}

// Rows that are read in a millisecond without being felt, and how many more at a stretch: an administrator who goes
// through the lists of a company of 5,000.
const ROWS_A_MS = 1;
const FREE_ROWS = 20_000;
// For a person who asks for more at once than their pages do.
const PILED_UP = 12;
const FREE_ROWS_OF_A_PILE = 1_000;
// More are forgotten: even a heavy reader starts afresh some moments later.
const MAX_ROWS = 40_000;
// Beyond the free rows a read is followed by so many times what it took, in which nobody waits for it.
const REST_TIMES = 20;
const LONGER_FOR_A_PILE = 4;
const MAX_REST_MS = 4_000;
const AT_ONCE_BESIDE_OTHERS = 2;
const AT_WORK_MS = 1_000;

interface Reader {
  /** When all that was read is paid for with time. */
  evenAt: number;
  lastRows: number;
  endedAt: number;
  restMs: number;
}

export function createReadingPace(): ReadingPace {
  const readers = new Map<Key, Reader>();
  // The last two who wrote: one of them is somebody else.
  let last = { personId: -1, at: Number.NEGATIVE_INFINITY };
  let before = last;

  const rowsOf = ({ evenAt }: Reader, now: number) => (evenAt - now) * ROWS_A_MS;

  function isFree(reader: Reader | undefined, now: number, isPile: boolean): boolean {
    if (!reader) return true;
    if (!isPile) return rowsOf(reader, now) <= FREE_ROWS;
    return Math.max(reader.lastRows, rowsOf(reader, now)) <= FREE_ROWS_OF_A_PILE;
  }

  /** Each newcomer has two of the oldest looked at, so that nobody is remembered for long. */
  function forgetEven(now: number): void {
    for (let looks = 0; looks < 2; looks++) {
      const [oldest] = readers;
      if (!oldest) return;
      const [personId, reader] = oldest;
      readers.delete(personId);
      if (reader.evenAt > now) readers.set(personId, reader);
    }
  }

  return {
    wrote(personId) {
      if (last.personId !== personId) before = last;
      last = { personId, at: performance.now() };
    },
    hasRead(personId, { rows, ms }) {
      const now = performance.now();
      const known = readers.get(personId);
      if (!known) forgetEven(now);
      const evenAt = Math.max(now, known?.evenAt ?? now) + rows / ROWS_A_MS;
      readers.set(personId, {
        evenAt: Math.min(evenAt, now + MAX_ROWS / ROWS_A_MS),
        lastRows: rows,
        endedAt: now,
        restMs: ms * REST_TIMES,
      });
    },
    waitMs(personId, { running, waiting }) {
      const now = performance.now();
      const { at } = last.personId === personId ? before : last;
      const atWorkMs = at + AT_WORK_MS - now;
      if (atWorkMs <= 0) return 0;
      const reader = readers.get(personId);
      const isPile = waiting > PILED_UP;
      const isUnhindered = isFree(reader, now, isPile);
      const atOnce = isUnhindered && !isPile ? AT_ONCE_BESIDE_OTHERS : 1;
      if (running >= atOnce) return Number.POSITIVE_INFINITY;
      if (!reader || isUnhindered) return 0;
      const restMs = Math.min(MAX_REST_MS, reader.restMs * (isPile ? LONGER_FOR_A_PILE : 1));
      return Math.max(0, Math.min(reader.endedAt + restMs - now, atWorkMs));
    },
  };
}

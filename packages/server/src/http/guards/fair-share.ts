import type { ServerResponse } from 'node:http';
import { LRUCache } from 'lru-cache';
import { createKeyedQueue, type Key, type Load, sumOf } from '../../security/keyed-queue.ts';
import { createPlaces } from '../../security/limiter.ts';
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
const WAITING = { maxPerKey: 100, maxWaitMs: 10_000 };
// More than their pages ask for at once.
const PILED_UP = 12;

export function createFairShare(): FairShare {
  const calls = createPlaces({ ofEach: MAX_CALLS });
  const pace = createReadingPace();
  const reads = createKeyedQueue({ atOnce: READS_AT_ONCE, ...WAITING });
  const isPile = (personId: Key) => reads.waitingOf(personId) >= PILED_UP;
  const heavyReads = createKeyedQueue({
    atOnce: 1,
    ...WAITING,
    pace: (personId) => pace.restMs(personId, isPile(personId)),
  });

  return {
    enter(personId, { method, response }) {
      if (method !== 'GET') pace.wrote(personId);
      if (!calls.enter(personId)) throw tooManyRequests(RETRY_SECONDS);
      // Comes for every answer, also for one whose caller has gone.
      response.once('close', () => calls.leave(personId));
    },
    load: () => sumOf([reads.load(), heavyReads.load(), { waiting: 0, refused: calls.refused() }]),
    read(personId, work, rowsOf) {
      const readNow = async () => {
        const begun = performance.now();
        const result = await work();
        pace.hasRead(personId, { rows: rowsOf(result), ms: performance.now() - begun });
        return result;
      };
      return reads.run(personId, () =>
        pace.isHeavy(personId, isPile(personId)) ? heavyReads.run(personId, readNow) : readNow(),
      );
    },
  };
}

// Rows that are read in a millisecond without being felt, and how many more at a stretch: an administrator who goes
// through the lists of a company of 5,000.
const ROWS_A_MS = 1;
const FREE_ROWS = 20_000;
// For a person who asks for more at once than their pages do.
const FREE_ROWS_OF_A_PILE = 1_000;
// More are forgotten: even a heavy reader starts afresh some moments later.
const MAX_ROWS = 40_000;
const MAX_READERS = 10_000;
// Beyond the free rows a read is followed by so many times what it took, in which nobody waits for it.
const REST_TIMES = 20;
const LONGER_FOR_A_PILE = 4;
const MAX_REST_MS = 4_000;
const AT_WORK_MS = 1_000;

interface Reader {
  /** When all that was read is paid for with time. */
  evenAt: number;
  lastRows: number;
  endedAt: number;
  restMs: number;
}

/** Makes heavy readers pause between two reads while others write; nobody else ever waits. */
export function createReadingPace() {
  const readers = new LRUCache<Key, Reader>({ max: MAX_READERS, ttl: MAX_ROWS / ROWS_A_MS });
  // The last two who wrote: one of them is somebody else.
  let last: { personId: Key; at: number } = { personId: -1, at: Number.NEGATIVE_INFINITY };
  let before = last;

  /** For so long others count as being at work. */
  function othersWorkMs(personId: Key): number {
    const { at } = last.personId === personId ? before : last;
    return at + AT_WORK_MS - performance.now();
  }

  function hasFreeRows({ evenAt, lastRows }: Reader, isPile: boolean): boolean {
    const rows = (evenAt - performance.now()) * ROWS_A_MS;
    return isPile ? Math.max(lastRows, rows) <= FREE_ROWS_OF_A_PILE : rows <= FREE_ROWS;
  }

  return {
    /** Others are at work for a while from now on. */
    wrote(personId: Key): void {
      if (last.personId !== personId) before = last;
      last = { personId, at: performance.now() };
    },
    hasRead(personId: Key, { rows, ms }: { rows: number; ms: number }): void {
      const now = performance.now();
      const evenAt = Math.max(now, readers.get(personId)?.evenAt ?? now) + rows / ROWS_A_MS;
      readers.set(personId, {
        evenAt: Math.min(evenAt, now + MAX_ROWS / ROWS_A_MS),
        lastRows: rows,
        endedAt: now,
        restMs: ms * REST_TIMES,
      });
    },
    /** Their reads come one by one. */
    isHeavy(personId: Key, isPile: boolean): boolean {
      const reader = readers.get(personId);
      const hasRoom = !isPile && (!reader || hasFreeRows(reader, isPile));
      return !hasRoom && othersWorkMs(personId) > 0;
    },
    /** Time until their next read may begin. */
    restMs(personId: Key, isPile: boolean): number {
      const reader = readers.get(personId);
      if (!reader || hasFreeRows(reader, isPile)) return 0;
      const restMs = Math.min(MAX_REST_MS, reader.restMs * (isPile ? LONGER_FOR_A_PILE : 1));
      const leftMs = reader.endedAt + restMs - performance.now();
      return Math.max(0, Math.min(leftMs, othersWorkMs(personId)));
    },
  };
}

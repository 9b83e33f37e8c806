import type { Key, Pace } from '../security/own-turns.ts';

/** Who reads a lot leaves room between two reads while others write; nobody else is ever kept waiting. */
export interface ReadingPace {
  /** Others are at work for a while from now on. */
  wrote(personId: number): void;
  hasRead(personId: number, rows: number): void;
  waitMs: Pace;
}

// Rows that are read in a millisecond without being felt, and how many more at a stretch: several tabs with the largest lists.
const ROWS_A_MS = 1;
const FREE_ROWS = 4_000;
const MOST_ROWS = 20_000;
// Beyond the free rows the next read waits for so much of the time that the last one's rows are worth; beyond the most for all of it.
const SHORT_REST = 0.5;
const LONGEST_REST_MS = 5_000;
const AT_ONCE_BESIDE_OTHERS = 2;
const AT_WORK_MS = 1_000;

interface Reader {
  /** When all that was read is paid for with time. */
  evenAt: number;
  restsUntil: number;
}

export function createReadingPace(): ReadingPace {
  const readers = new Map<Key, Reader>();
  // The last two who wrote: one of them is somebody else.
  let last = { personId: -1, at: Number.NEGATIVE_INFINITY };
  let before = last;

  const rowsOf = ({ evenAt }: Reader, now: number) => (evenAt - now) * ROWS_A_MS;

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
    hasRead(personId, rows) {
      const now = performance.now();
      const worthMs = rows / ROWS_A_MS;
      const mostAhead = (FREE_ROWS + MOST_ROWS) / ROWS_A_MS;
      const evenAt = Math.max(now, readers.get(personId)?.evenAt ?? now) + worthMs;
      const reader = { evenAt: Math.min(evenAt, now + mostAhead), restsUntil: now };
      const rest = rowsOf(reader, now) > MOST_ROWS ? worthMs : worthMs * SHORT_REST;
      reader.restsUntil += Math.min(LONGEST_REST_MS, rest);
      if (!readers.has(personId)) forgetEven(now);
      readers.set(personId, reader);
    },
    waitMs(personId, running) {
      const now = performance.now();
      const { at } = last.personId === personId ? before : last;
      const atWorkMs = at + AT_WORK_MS - now;
      if (atWorkMs <= 0) return 0;
      const reader = readers.get(personId);
      const isFree = !reader || rowsOf(reader, now) <= FREE_ROWS;
      if (running >= (isFree ? AT_ONCE_BESIDE_OTHERS : 1)) return Number.POSITIVE_INFINITY;
      return isFree ? 0 : Math.max(0, Math.min(reader.restsUntil - now, atWorkMs));
    },
  };
}

import type { FastifyBaseLogger } from 'fastify';
import { type Database, sql } from '../db/database.ts';
import type { Telling } from './publish.ts';

// The lost connection's statement may still be under way over there; this leaves it the time to end.
const PAUSE_MS = 1_000;

/**
 * What was stored while the connection was being lost has been told to nobody, so every client, whichever process it is
 * connected to, reads anew what it shows. Once more when the database answers again, for what it ended only then.
 */
export function readAgainAfterDoubt(
  db: Database,
  realtime: Pick<Telling, 'readAgain'>,
  log: FastifyBaseLogger,
): { close(): void } {
  let timer: NodeJS.Timeout | undefined;

  async function closeWhenBack(): Promise<void> {
    try {
      await db.one(sql`select 1 as answer`);
    } catch {
      return wait();
    }
    timer = undefined;
    realtime.readAgain();
  }

  function wait(): void {
    timer = setTimeout(() => void closeWhenBack(), PAUSE_MS);
  }

  function doubt(): void {
    realtime.readAgain();
    if (timer) return;
    log.warn('the database was lost in the midst of work: clients read again');
    wait();
  }

  db.events.on('doubt', doubt);
  return {
    close() {
      db.events.off('doubt', doubt);
      clearTimeout(timer);
    },
  };
}

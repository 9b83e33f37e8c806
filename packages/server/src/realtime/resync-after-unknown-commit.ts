import type { FastifyBaseLogger } from 'fastify';
import { type Database, sql } from '../db/database.ts';
import type { Broadcaster } from './publish.ts';

// The lost connection's statement may still be under way over there; this leaves it the time to end.
const RETRY_MS = 1_000;

/**
 * What was stored while the connection was being lost has been published to nobody, so every client, whichever process it
 * is connected to, reads anew what it shows. Once more when the database answers again, for what it ended only then.
 */
export function resyncAfterUnknownCommit(
  db: Database,
  realtime: Pick<Broadcaster, 'resync'>,
  log: FastifyBaseLogger,
): { close(): void } {
  let timer: NodeJS.Timeout | undefined;

  async function resyncWhenBack(): Promise<void> {
    try {
      await db.one(sql`select 1 as answer`);
    } catch {
      return wait();
    }
    timer = undefined;
    realtime.resync();
  }

  function wait(): void {
    timer = setTimeout(() => void resyncWhenBack(), RETRY_MS);
  }

  function onCommitUnknown(): void {
    realtime.resync();
    if (timer) return;
    log.warn('the database was lost in the midst of work: clients read again');
    wait();
  }

  db.events.on('commitUnknown', onCommitUnknown);
  return {
    close() {
      db.events.off('commitUnknown', onCommitUnknown);
      clearTimeout(timer);
    },
  };
}

import type { FastifyBaseLogger } from 'fastify';
import { type Database, sql } from '../db/database.ts';
import type { LiveServer } from './publish.ts';

// The lost connection's statement may still be under way over there; this leaves it the time to end.
const PAUSE_MS = 1_000;

/**
 * What was stored while the connection was being lost has been told to nobody, so every socket is closed: its client comes
 * back and reads anew what it shows (contract §3). Once more when the database answers again, for what it ended only then.
 */
export function readAgainAfterDoubt(
  db: Database,
  io: LiveServer,
  log: FastifyBaseLogger,
): { close(): void } {
  let timer: NodeJS.Timeout | undefined;

  function closeSockets(): void {
    for (const socket of io.sockets.sockets.values()) socket.conn.close();
  }

  async function closeWhenBack(): Promise<void> {
    try {
      await db.one(sql`select 1 as answer`);
    } catch {
      return wait();
    }
    timer = undefined;
    closeSockets();
  }

  function wait(): void {
    timer = setTimeout(() => void closeWhenBack(), PAUSE_MS);
  }

  function doubt(): void {
    closeSockets();
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

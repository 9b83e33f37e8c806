import type { FastifyBaseLogger } from 'fastify';
import { type Database, sql } from '../db/database.ts';
import type { LiveServer } from './publish.ts';

// The lost connection's statement may still be under way over there; this leaves it the time to end.
const PAUSE_MS = 1_000;

/**
 * What was stored while the connection was being lost has been told to nobody. Once the database answers again every
 * socket is closed, so that its client comes back and reads anew what it shows (contract §3).
 */
export function readAgainAfterDoubt(
  db: Database,
  io: LiveServer,
  log: FastifyBaseLogger,
): { close(): void } {
  let timer: NodeJS.Timeout | undefined;

  async function callBack(): Promise<void> {
    try {
      await db.one(sql`select 1 as answer`);
    } catch {
      return wait();
    }
    timer = undefined;
    log.warn('the database was lost in the midst of work: clients read again');
    for (const socket of io.sockets.sockets.values()) socket.conn.close();
  }

  function wait(): void {
    timer = setTimeout(() => void callBack(), PAUSE_MS);
  }

  const begin = () => {
    if (!timer) wait();
  };
  db.events.on('doubt', begin);
  return {
    close() {
      db.events.off('doubt', begin);
      clearTimeout(timer);
    },
  };
}

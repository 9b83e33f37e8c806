import type { Config } from '../../config/env.ts';
import { createLog } from '../../config/log.ts';
import type { Database } from '../../db/database.ts';
import { createSessions } from '../../modules/auth/sessions.ts';
import type { ReceiptBatcher } from '../../modules/chat/context.ts';
import type { Realtime } from '../../realtime/publish.ts';
import { openStorage } from '../../storage/open-storage.ts';
import type { AdminContext } from './operations.ts';

/** No socket lives in this process: a session ends with its row, and running servers follow when they next sweep. */
const nobodyConnected: Realtime = {
  publish() {},
  publishEach() {},
  join() {},
  leave() {},
  async openRooms() {},
  moves: () => 0,
  async endSessions() {},
  changeUsers() {},
  resync() {},
  liveRooms: () => [],
  liveSessions: () => [],
  isPartitioned: () => false,
  rejected: () => ({ forged: 0, repeated: 0, stranger: 0 }),
  async check() {},
};

/** Ticks are raised by a server that can announce them: one that runs with the chat's next mark, one that starts at once. */
const noReceipts: ReceiptBatcher = {
  mark: async () => false,
  recount() {},
  announceMove() {},
  async close() {},
};

/** What the operations need of a server that is not running here. */
export function createAdminContext(config: Config, db: Database): AdminContext {
  const log = createLog(config.logLevel);
  const sessions = createSessions(db, () => nobodyConnected, config.session, log);
  const storage = openStorage(config);
  return { config, db, log, sessions, storage, realtime: nobodyConnected, receipts: noReceipts };
}

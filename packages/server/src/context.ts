import type { FastifyBaseLogger } from 'fastify';
import type { Config } from './config/env.ts';
import type { Database } from './db/database.ts';
import type { LoginLimits } from './features/auth/login-limits.ts';
import type { Sessions } from './features/auth/sessions.ts';
import type { Pictures } from './features/files/pictures.ts';
import type { Thumbnails } from './features/files/thumbnails.ts';
import type { SendGatherer } from './features/messages/send-gatherer.ts';
import type { Presence } from './features/presence/presence.ts';
import type { ReceiptGatherer } from './features/receipts/receipt-gatherer.ts';
import type { InTurn } from './realtime/in-turn.ts';
import type { Realtime } from './realtime/publish.ts';
import type { SharedRedis } from './realtime/shared/open-redis.ts';
import type { Storage } from './storage/storage.ts';
import type { Uploads } from './storage/uploads.ts';

/** What every operation may use; made once in app.ts and passed by hand. */
export interface Context {
  config: Config;
  db: Database;
  /** What joins several processes; without it there is only this one. */
  redis: SharedRedis | undefined;
  log: FastifyBaseLogger;
  realtime: Realtime;
  inTurn: InTurn;
  storage: Storage;
  uploads: Uploads;
  pictures: Pictures;
  thumbnails: Thumbnails;
  sessions: Sessions;
  loginLimits: LoginLimits;
  presence: Presence;
  sends: SendGatherer;
  receipts: ReceiptGatherer;
}

import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import type { Config } from './config/env.ts';
import type { Database } from './db/database.ts';
import type { AuthContext } from './modules/auth/auth.actions.ts';
import { createLoginLimits } from './modules/auth/login-limits.ts';
import { createSessions } from './modules/auth/sessions.ts';
import { createPictures } from './modules/chat/files/pictures/pictures.ts';
import { createThumbnails } from './modules/chat/files/thumbnails.ts';
import { createPersonLimits } from './modules/chat/limits/person-limits.ts';
import { createReceiptBatcher } from './modules/chat/receipts/receipt-batcher.ts';
import { createScheduledAlarm } from './modules/chat/scheduled/alarm.ts';
import { createMessageBatcher } from './modules/chat/send/message-batcher.ts';
import type { Leaseholder } from './modules/presence/lease.ts';
import type { PresenceContext } from './modules/presence/presence.actions.ts';
import { createPresence } from './modules/presence/presence.ts';
import { createVisiblePages } from './modules/presence/visible-pages.ts';
import type { PushContext } from './modules/push/context.ts';
import { createPush } from './modules/push/push-service.ts';

import {
  createReadingTurns,
  createSearchTurns,
  type SearchContext,
} from './modules/search/context.ts';
import { createIndexer, embeddedProfile, serverProfile } from './modules/search-index/indexer.ts';
import type { WorkingHoursContext } from './modules/working-hours/context.ts';
import { createWorkingHours } from './modules/working-hours/known-hours.ts';
import type { Realtime } from './realtime/publish.ts';
import { createDistributedLock, createRunSerially } from './realtime/run-serially.ts';
import type { SharedRedis } from './realtime/shared/open-redis.ts';
import { openStorage } from './storage/open-storage.ts';
import { stagingIn } from './storage/staging.ts';

/** Everything that operations may use. */
export type AppContext = AuthContext &
  PresenceContext &
  SearchContext &
  WorkingHoursContext &
  PushContext;

// While one batch is being committed another one is made; the embedded engine has one session.
const MESSAGE_BATCH_SLOTS = 2;

interface Foundations {
  config: Config;
  db: Database;
  log: FastifyBaseLogger;
  redis: SharedRedis | undefined;
  holder: Leaseholder;
}

export function createContext(
  { config, db, log, redis, holder }: Foundations,
  io: () => Realtime,
  onReplaced: (successor: string | undefined) => void,
): AppContext {
  const isEmbedded = config.databaseUrl === undefined;
  const messages = createMessageBatcher(db, {
    slots: isEmbedded ? 1 : MESSAGE_BATCH_SLOTS,
    broadcastFirst: redis !== undefined,
  });
  const runSerially = createRunSerially(redis && createDistributedLock(redis));
  const storage = openStorage(config);
  const staging = stagingIn(join(config.dataDir, 'uploads'), config.reserveBytes);
  const pictures = createPictures();
  const workingHours = createWorkingHours(db, io);
  const push = createPush({ db, log, config, workingHours, visiblePages: () => visiblePages });
  const visiblePages = createVisiblePages({
    db,
    log,
    processId: holder.id,
    isWanted: config.push.isOn,
    onLost: () => push.lost(),
  });
  return {
    config,
    db,
    log,
    redis,
    get realtime() {
      return io();
    },
    runSerially,
    processId: holder.id,
    storage,
    staging,
    pictures,
    thumbnails: createThumbnails({ db, storage, staging, pictures, runSerially, log }),
    sessions: createSessions(db, io, config.session, log),
    loginLimits: createLoginLimits(config.loginRate, redis),
    presence: createPresence(db, io, log, holder, onReplaced),
    indexer: createIndexer({ db, log, sharing: isEmbedded ? embeddedProfile : serverProfile }),
    visiblePages,
    push,
    pushHints: push,
    workingHours,
    messages,
    scheduled: createScheduledAlarm(log),
    receipts: createReceiptBatcher({
      db,
      realtime: io,
      messages,
      log,
      onSeen: (chatIds) => push.settled(chatIds),
    }),
    limits: createPersonLimits({ config, db, redis, staging, log }),
    searchTurns: createSearchTurns(isEmbedded),
    readingTurns: createReadingTurns(),
  };
}

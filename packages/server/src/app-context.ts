import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import type { Config } from './config/env.ts';
import type { Database } from './db/database.ts';
import type { BoundedLog } from './http/bounded-log.ts';
import type { Heartbeat } from './jobs/heartbeat.ts';
import { erasedHider } from './modules/audit/list-audit.actions.ts';
import type { AuthContext } from './modules/auth/context.ts';
import { createLoginLimits } from './modules/auth/login-limits.ts';
import { createSessions } from './modules/auth/sessions.ts';
import { createCodeChecks } from './modules/auth/two-steps/codes.ts';
import { createPictures } from './modules/chat/files/pictures/pictures.ts';
import { createThumbnails } from './modules/chat/files/thumbnails.ts';
import { createPersonLimits } from './modules/chat/limits/limits.actions.ts';
import { createReceiptBatcher } from './modules/chat/receipts/receipt-batcher.ts';
import { createScheduledWorker } from './modules/chat/scheduled/send-due.actions.ts';
import { createMessageBatcher } from './modules/chat/send/message-batcher.ts';
import type { ExportContext } from './modules/data-exports/context.ts';
import { createExporter } from './modules/data-exports/exporter.ts';
import type { Leaseholder } from './modules/presence/lease.ts';
import type { PresenceContext } from './modules/presence/presence.actions.ts';
import { createPresence } from './modules/presence/presence.ts';
import { createVisiblePages } from './modules/presence/visible-pages.ts';
import type { PushContext } from './modules/push/push.actions.ts';
import { createPush } from './modules/push/push-service.ts';
import {
  createReadingTurns,
  createSearchTurns,
  type SearchContext,
} from './modules/search/context.ts';
import { createIndexer, embeddedProfile, serverProfile } from './modules/search-index/indexer.ts';
import type { WorkingHoursContext } from './modules/working-hours/context.ts';
import { createWorkingHours } from './modules/working-hours/known-hours.ts';
import type { SharedRedis } from './realtime/cluster/open-redis.ts';
import type { Realtime } from './realtime/publish.ts';
import { createDistributedLock, createRunSerially } from './realtime/run-serially.ts';
import type { InstallationKey } from './security/installation-key.ts';
import { openStorage } from './storage/open-storage.ts';
import { stagingIn } from './storage/storage.ts';

/** Everything that operations may use. */
export type AppContext = AuthContext &
  PresenceContext &
  SearchContext &
  WorkingHoursContext &
  PushContext &
  ExportContext;

// While one batch is being committed another one is made; the embedded engine has one session.
const MESSAGE_BATCH_SLOTS = 2;

interface Foundations {
  config: Config;
  pageUrl: () => string;
  db: Database;
  log: FastifyBaseLogger;
  boundedLog: BoundedLog;
  redis: SharedRedis | undefined;
  realtime: Realtime;
  installationKey: InstallationKey;
  holder: Leaseholder;
  heartbeat: Heartbeat;
}

/** Pushes, and who looks at a page: each asks the other. */
function createPushing(
  { config, db, log, holder, heartbeat }: Foundations,
  workingHours: WorkingHoursContext['workingHours'],
): Pick<AppContext, 'push' | 'pushHints' | 'visiblePages'> {
  const push = createPush({
    ...{ db, log, config, heartbeat, workingHours },
    visiblePages: () => visiblePages,
  });
  const visiblePages = createVisiblePages({
    db,
    log,
    processId: holder.id,
    isWanted: config.push.isOn,
    onLost: (userIds) => push.lost(userIds),
  });
  return { push, pushHints: push, visiblePages };
}

export function createContext(
  foundations: Foundations,
  onReplaced: (successor: string | undefined) => void,
): AppContext {
  const { config, db, log, redis, realtime, installationKey, holder, heartbeat } = foundations;
  const { timing } = config;
  const isEmbedded = config.databaseUrl === undefined;
  const slots = isEmbedded ? 1 : MESSAGE_BATCH_SLOTS;
  const messages = createMessageBatcher(db, { slots, broadcastFirst: redis !== undefined });
  const runSerially = createRunSerially(redis && createDistributedLock(redis));
  const storage = openStorage(config);
  const staging = stagingIn(join(config.dataDir, 'uploads'), config.reserveBytes);
  const pictures = createPictures();
  const workingHours = createWorkingHours(db, realtime);
  const pushing = createPushing(foundations, workingHours);
  const context: AppContext = {
    ...foundations,
    runSerially,
    processId: holder.id,
    storage,
    staging,
    pictures,
    exporter: createExporter(foundations, { storage, staging, erasedHider, realtime }),
    thumbnails: createThumbnails({ db, storage, staging, pictures, runSerially, log, timing }),
    sessions: createSessions(db, realtime, config, log, { heartbeat }),
    installationKey,
    secondStep: createCodeChecks({
      db,
      log,
      installationKey,
      rate: config.loginRate,
      redis,
    }),
    loginLimits: createLoginLimits(config.loginRate, redis),
    presence: createPresence(db, realtime, log, { holder, heartbeat, onReplaced, timing }),
    indexer: createIndexer(foundations, isEmbedded ? embeddedProfile : serverProfile),
    ...pushing,
    workingHours,
    messages,
    watches: new Set(),
    scheduled: createScheduledWorker(log, () => context),
    receipts: createReceiptBatcher({
      db,
      realtime,
      messages,
      log,
      timing,
      onSeen: (chatIds) => pushing.pushHints.settled(chatIds),
    }),
    limits: createPersonLimits({ config, db, redis, staging, log }),
    searchTurns: createSearchTurns(isEmbedded),
    readingTurns: createReadingTurns(),
  };
  return context;
}

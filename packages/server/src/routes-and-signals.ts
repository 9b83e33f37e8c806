import type { Route } from '@chat/contract/route';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from './app-context.ts';
import { serveApiDescription } from './http/api-docs.ts';
import { createFormReader, JSON_MS, longestUploadMs } from './http/bodies.ts';
import type { FairShare } from './http/guards/fair-share.ts';
import type { Unfinished } from './http/guards/unfinished.ts';
import { createRouter } from './http/route.ts';
import { registerAuditRoutes } from './modules/audit/list-audit.actions.ts';
import { registerAuthRoutes } from './modules/auth/auth.actions.ts';
import { registerCompanySignInRoutes } from './modules/auth/company/company-sign-in.actions.ts';
import { registerTwoStepsRoutes } from './modules/auth/two-steps/two-steps.actions.ts';
import { registerFileRoutes } from './modules/chat/files/files.actions.ts';
import { registerHoldRoutes } from './modules/chat/holds/holds.actions.ts';
import { registerChatRoutes } from './modules/chat/lists/chats.actions.ts';
import { registerMessageRoutes } from './modules/chat/messages/messages.actions.ts';
import { registerMuteRoutes } from './modules/chat/mutes/mutes.actions.ts';
import { registerReactionRoutes } from './modules/chat/reactions/reactions.actions.ts';
import {
  registerReceiptRoutes,
  registerReceiptSignals,
} from './modules/chat/receipts/receipts.actions.ts';
import { registerScheduledRoutes } from './modules/chat/scheduled/scheduled.actions.ts';
import {
  registerSupervisionRoutes,
  registerWatchSignals,
} from './modules/chat/supervision/supervision.actions.ts';
import { registerExportRoutes } from './modules/data-exports/data-exports.actions.ts';
import { registerDeviceRoutes } from './modules/devices/devices.actions.ts';
import {
  registerAccountRoutes,
  registerGroupRoutes,
  registerOfficeRoutes,
  registerPasswordRoutes,
  registerPermissionRoutes,
  registerProjectRoutes,
  registerUserRoutes,
} from './modules/directory/directory.routes.ts';
import { registerErasureRoutes } from './modules/erasure/erasure.actions.ts';
import { registerPresenceSignals } from './modules/presence/presence.actions.ts';
import { registerNoticeRoutes } from './modules/privacy-notice/privacy-notice.actions.ts';
import { registerPushRoutes } from './modules/push/push.actions.ts';
import { registerSearchRoutes } from './modules/search/search.actions.ts';
import { registerSystemRoutes } from './modules/system/system.actions.ts';
import { registerWorkingHoursRoutes } from './modules/working-hours/working-hours.actions.ts';
import type { LiveServer } from './realtime/live-sockets.ts';
import { createSignals, type Signals } from './realtime/signals.ts';
import { version } from './shared/version.ts';

/** Serves the routes of every module. */
export function serveRoutes(
  http: FastifyInstance,
  ctx: AppContext,
  unfinished: Unfinished,
  share: FairShare,
): readonly Route[] {
  const { maxUploadBytes } = ctx.config;
  const forms = createFormReader(ctx.staging, maxUploadBytes);
  const bodyTimes = { unfinished, formMs: longestUploadMs(maxUploadBytes), jsonMs: JSON_MS };
  const router = createRouter(http, ctx.sessions, forms, share, bodyTimes);
  registerSystemRoutes(router, ctx);
  registerAuthRoutes(router, ctx);
  registerCompanySignInRoutes(router, ctx);
  registerTwoStepsRoutes(router, ctx);
  registerAuditRoutes(router, ctx);
  registerDeviceRoutes(router, ctx);
  registerPermissionRoutes(router, ctx);
  registerUserRoutes(router, ctx);
  registerPasswordRoutes(router, ctx);
  registerAccountRoutes(router, ctx);
  registerProjectRoutes(router, ctx);
  registerOfficeRoutes(router, ctx);
  registerGroupRoutes(router, ctx);
  registerChatRoutes(router, ctx);
  registerMessageRoutes(router, ctx);
  registerReceiptRoutes(router, ctx);
  registerReactionRoutes(router, ctx);
  registerMuteRoutes(router, ctx);
  registerSupervisionRoutes(router, ctx);
  registerWorkingHoursRoutes(router, ctx);
  registerNoticeRoutes(router, ctx);
  registerScheduledRoutes(router, ctx);
  registerHoldRoutes(router, ctx);
  registerErasureRoutes(router, ctx);
  registerFileRoutes(router, ctx);
  registerSearchRoutes(router, ctx);
  registerPushRoutes(router, ctx);
  registerExportRoutes(router, ctx);
  serveApiDescription(http, ctx.sessions, router.routes, version);
  return router.routes;
}

/** Takes the signals of every module. */
export function takeSignals(io: LiveServer, ctx: AppContext): Signals {
  const signals = createSignals(ctx.sessions.finderOf, ctx.boundedLog);
  registerPresenceSignals(signals, ctx);
  registerReceiptSignals(signals, ctx);
  registerWatchSignals(signals, ctx);
  io.on('connection', (socket) => signals.attach(socket));
  return signals;
}

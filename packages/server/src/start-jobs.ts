import type { AppContext } from './app-context.ts';
import type { Job } from './jobs/worker.ts';
import { chainAuditEntries } from './modules/audit/chain/chainer.ts';
import { type TrimRules, trimAuditHourly } from './modules/audit/chain/trim.actions.ts';
import { appendAuditEntries } from './modules/audit/file/append-entries.actions.ts';
import { recordOverMinutesContinually } from './modules/audit/sign-in-failures.actions.ts';
import { removeAgedAttemptsHourly } from './modules/auth/company/company-sign-in.actions.ts';
import { sweepFilesHourly } from './modules/chat/files/files.actions.ts';
import { removeReleasedHourly } from './modules/chat/holds/holds.actions.ts';
import { followMembersWhilePartitioned } from './modules/chat/members/chat-membership.actions.ts';
import { removeAgedOriginalsHourly } from './modules/chat/messages/edit-message.actions.ts';
import {
  advanceWatermarksAfterLosses,
  compactAgedHistoryHourly,
} from './modules/chat/receipts/receipts.actions.ts';
import { removeAgedMessagesHourly } from './modules/chat/retention/retention.actions.ts';
import { isAnythingHeld } from './modules/chat/store/holds.queries.ts';
import {
  closeOverReasons,
  endForbiddenWatches,
  endLostWatches,
} from './modules/chat/supervision/supervision.actions.ts';
import { checkClock } from './modules/clock/clock.actions.ts';
import { continueErasuresHourly } from './modules/erasure/erasure.actions.ts';

export const trimRules = (ctx: Pick<AppContext, 'db' | 'log'>): TrimRules => ({
  isClockTrusted: (now) => checkClock(ctx, now),
  isAnythingHeld,
});

/** The jobs that the server does by itself, again and again. */
export function startJobs(ctx: AppContext): Job {
  const { auditFile } = ctx.config;
  // First what was due while nobody served.
  ctx.scheduled.wake();
  const jobs = [
    sweepFilesHourly(ctx),
    removeAgedMessagesHourly(ctx),
    removeAgedOriginalsHourly(ctx),
    removeReleasedHourly(ctx),
    continueErasuresHourly(ctx),
    compactAgedHistoryHourly(ctx),
    advanceWatermarksAfterLosses(ctx),
    endLostWatches(ctx),
    endForbiddenWatches(ctx),
    closeOverReasons(ctx),
    ctx.scheduled,
    removeAgedAttemptsHourly(ctx),
    chainAuditEntries(ctx),
    trimAuditHourly(ctx, trimRules(ctx)),
    ...(auditFile === undefined ? [] : [appendAuditEntries(ctx, auditFile)]),
    recordOverMinutesContinually(ctx),
    ...(ctx.redis ? [followMembersWhilePartitioned(ctx)] : []),
  ];
  return {
    async close() {
      await Promise.all(jobs.map((job) => job.close()));
    },
  };
}

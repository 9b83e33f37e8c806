import type { AppContext } from './app-context.ts';
import type { Job } from './jobs/worker.ts';
import { chainAuditEntries } from './modules/audit/chain/chainer.ts';
import { type TrimRules, trimAuditHourly } from './modules/audit/chain/trim.actions.ts';
import { appendAuditEntries } from './modules/audit/file/append-entries.actions.ts';
import { recordOverMinutesContinually } from './modules/audit/sign-in-failures.actions.ts';
import { hasAdministrator } from './modules/auth/auth.queries.ts';
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
import { registerAdministrator } from './modules/directory/accounts/users.actions.ts';
import { ensureGeneral } from './modules/directory/groups/groups.actions.ts';
import { fillGroupLooks } from './modules/directory/groups/groups.queries.ts';
import { fillOfficeLooks, fillProjectLooks } from './modules/directory/offices/offices.queries.ts';
import { continueErasuresHourly } from './modules/erasure/erasure.actions.ts';
import { randomPassword } from './security/passwords.ts';

// Work that a server does by itself: once before it listens, and again and again.

/** The administrator just made; `password` only when it was drawn at random and must be shown. */
interface FirstAdministrator {
  email: string;
  password: string | undefined;
}

/** Makes the group GENERAL and the first administrator (rules/installation 7). */
export async function prepareInstallation(
  ctx: Pick<AppContext, 'config' | 'db'>,
): Promise<FirstAdministrator | undefined> {
  await ensureGeneral(ctx);
  for (const fillLooks of [fillProjectLooks, fillOfficeLooks, fillGroupLooks])
    await fillLooks(ctx.db);
  if (await hasAdministrator(ctx.db)) return undefined;
  const { adminEmail: email, adminPassword } = ctx.config;
  const password = adminPassword ?? randomPassword();
  try {
    await registerAdministrator(ctx, { email, password });
  } catch (error) {
    // Another process has started on the same empty data at this moment.
    if (await hasAdministrator(ctx.db)) return undefined;
    throw error;
  }
  return { email, password: adminPassword === undefined ? password : undefined };
}

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

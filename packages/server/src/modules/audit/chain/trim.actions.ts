import type { Context } from '../../../context.ts';
import type { Db } from '../../../db/database.ts';
import { logUnlessTransient } from '../../../db/faults.ts';
import { hourly, type Repeated, rest } from '../../../shared/every.ts';
import { findProgress } from '../file/file.queries.ts';
import { findLastAged, type LinkEnd, lockChain, removeLinks } from './chain.queries.ts';
import { findTrimmedTo, openChainKeys, sealEntry } from './seal.ts';

const DAY_MS = 86_400_000;
const REMOVED_AT_ONCE = 500;

/** The right to remove by age, which other modules know. */
export interface TrimRules {
  isClockTrusted(now: Date): Promise<boolean>;
  /** Whether any hold is in force; none begins before the commit. */
  isAnythingHeld(tx: Db): Promise<boolean>;
}

type Deps = Pick<Context, 'db' | 'log' | 'installationKey'> & {
  config: Pick<Context['config'], 'auditDays' | 'auditFile'>;
};

/** Says to which entry the chain is removed, before any of it is; undefined where nothing is to be removed. */
async function sealTrim(
  { db, installationKey, config }: Deps,
  before: Date,
  rules: TrimRules,
): Promise<LinkEnd | undefined> {
  const keys = await openChainKeys(db, installationKey);
  return db.transaction(async (tx) => {
    if (await rules.isAnythingHeld(tx)) return undefined;
    await lockChain(tx);
    const most = config.auditFile === undefined ? undefined : await findProgress(tx);
    const [last, said] = [await findLastAged(tx, before, most), await findTrimmedTo(tx, keys)];
    if (!last || (said && said.number >= last.number)) return said;
    await sealEntry(tx, keys, 'AUDIT_TRIMMED', last);
    return last;
  });
}

/**
 * Removes the entries that are older than AUDIT_DAYS at `now` from the beginning of the chain (rules/audit 24). The next
 * round goes on where a kill ended one.
 */
export async function trimAudit(
  ctx: Deps,
  now: Date,
  rules: TrimRules,
  signal: AbortSignal = new AbortController().signal,
): Promise<void> {
  const { auditDays } = ctx.config;
  if (auditDays === undefined || !(await rules.isClockTrusted(now))) return;
  const end = await sealTrim(ctx, new Date(now.getTime() - auditDays * DAY_MS), rules);
  let removed = 0;
  for (let more = end !== undefined; more && !signal.aborted; ) {
    const since = performance.now();
    const gone = await ctx.db.transaction(
      async (tx) =>
        (await rules.isAnythingHeld(tx)) ? 0 : removeLinks(tx, end?.number ?? 0, REMOVED_AT_ONCE),
      { 'web_chat.trims_audit': 'on' },
    );
    removed += gone;
    more = gone === REMOVED_AT_ONCE;
    await rest(since, signal);
  }
  if (removed > 0) ctx.log.info({ removed }, 'old entries of the audit were removed');
}

export const trimAuditHourly = (ctx: Context, rules: TrimRules): Repeated =>
  hourly(
    (signal) => trimAudit(ctx, new Date(), rules, signal),
    logUnlessTransient(ctx.log, 'old entries of the audit were not removed'),
  );

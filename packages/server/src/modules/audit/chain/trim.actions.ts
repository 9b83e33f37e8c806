import type { Context } from '../../../context.ts';
import type { Db } from '../../../db/database.ts';
import { logUnlessTransient } from '../../../db/faults.ts';
import { hourly, type Job, rest } from '../../../jobs/worker.ts';
import type { ChainKeys } from './canonical.ts';
import { findFileProgress, type LinkEnd, lockChain, removeLinks } from './chain.queries.ts';
import { findTrimmedTo, openChainKeys, sealEntry } from './seal.ts';
import { findKeptBeginning, walk } from './verify.ts';

const DAY_MS = 86_400_000;
const REMOVED_AT_ONCE = 500;
const LOOKED_AT_ONCE = 50_000;

/** The right to remove by age, which other modules know. */
export interface TrimRules {
  isClockTrusted(now: Date): Promise<boolean>;
  /** Whether any hold is in force; none begins before the commit. */
  isAnythingHeld(tx: Db): Promise<boolean>;
}

type Deps = Pick<Context, 'db' | 'log' | 'installationKey'> & {
  config: Pick<Context['config'], 'auditDays' | 'auditFile'>;
};

/**
 * The last of the entries from the first on that are all older than that, and stand in AUDIT_FILE where it is set. Each
 * is proven: who makes an entry old, or cuts more off, would have it removed with its traces.
 */
async function findLastAged(
  { db, log, config }: Deps,
  keys: ChainKeys,
  before: Date,
): Promise<LinkEnd | undefined> {
  const most =
    config.auditFile === undefined ? Number.POSITIVE_INFINITY : await findFileProgress(db);
  const look = async () => {
    let looks = 0;
    return walk(db, keys, await findKeptBeginning(db, keys), ({ number, exactTime }) => {
      looks += 1;
      return looks <= LOOKED_AT_ONCE && number <= most && !(new Date(exactTime) >= before);
    });
  };
  let { last, misfit } = await look();
  // Found twice before it is told: another process may be removing.
  if (misfit) ({ last, misfit } = await look());
  if (misfit) log.error(misfit, 'an old entry of the audit is not the one that was written');
  return last;
}

/** Says to which entry the chain is removed, before any of it is; undefined where nothing is to be removed. */
async function sealTrim(ctx: Deps, before: Date, rules: TrimRules): Promise<LinkEnd | undefined> {
  const keys = await openChainKeys(ctx.db, ctx.installationKey);
  const last = await findLastAged(ctx, keys, before);
  return ctx.db.transaction(async (tx) => {
    if (await rules.isAnythingHeld(tx)) return undefined;
    await lockChain(tx);
    const said = await findTrimmedTo(tx, keys);
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

export const trimAuditHourly = (ctx: Context, rules: TrimRules): Job =>
  hourly(
    (signal) => trimAudit(ctx, new Date(), rules, signal),
    logUnlessTransient(ctx.log, 'old entries of the audit were not removed'),
  );

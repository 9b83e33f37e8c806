import { ConfigError } from '../../../config/env.ts';
import type { Context } from '../../../context.ts';
import type { Db } from '../../../db/database.ts';
import { logUnlessTransient } from '../../../db/faults.ts';
import { type Job, rest } from '../../../jobs/worker.ts';
import { type ChainKeys, chainOn } from './canonical.ts';
import {
  findLast,
  findUnchained,
  insertLinks,
  lookAtChain,
  shortenRange,
  tryLockChain,
} from './chain.queries.ts';
import { type Head, readHead, standingOf, writeHead } from './head.ts';
import { openChainKeys } from './seal.ts';

// Few enough that a transaction on the embedded engine's one connection holds nobody up.
const CHAINED_AT_ONCE = 500;

export interface ChainDeps extends Pick<Context, 'db' | 'log'> {
  keys: ChainKeys;
  dataDir: string;
}

/** The entries of one transaction; false when there was none, or another process is at it. */
async function chainSome(tx: Db, keys: ChainKeys): Promise<boolean> {
  if (!(await tryLockChain(tx))) return false;
  const { rows, part } = await findUnchained(tx, CHAINED_AT_ONCE);
  if (rows.length > 0) {
    const last = await findLast(tx);
    await insertLinks(tx, chainOn(keys.present, last, rows));
  }
  if (part) await shortenRange(tx, part);
  return part !== undefined || rows.length > 0;
}

/** Chains what waits; of several processes one at a time, so that no request ever waits for the chain. */
export async function chainAll({ db, keys }: ChainDeps, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const since = performance.now();
    if (!(await db.transaction((tx) => chainSome(tx, keys)))) return;
    await rest(since, signal);
  }
}

/**
 * Moves the head in DATA_DIR on, along a chain that it stands in; behind any other chain it stays, for `audit verify`
 * to find. Returns whether it moved.
 */
async function followHead(
  { db, keys, dataDir }: ChainDeps,
  last: Head | undefined,
): Promise<boolean> {
  const head = await readHead(dataDir);
  if (!head || !last) {
    if (last) await writeHead(dataDir, last);
    return !head;
  }
  if (head.number === last.number && head.hash.equals(last.hash)) return true;
  const standing = await standingOf(db, head, keys);
  if (standing === 'lost') return false;
  // With a common DATA_DIR another process may have seen more by now.
  if (standing === 'excused' || head.number < last.number) await writeHead(dataDir, last);
  return true;
}

/** A damaged head may have known of more than there is. */
const isFollowed = (deps: ChainDeps, last: Head | undefined): Promise<boolean> =>
  followHead(deps, last).catch((error: unknown) => {
    if (error instanceof ConfigError) return false;
    throw error;
  });

/** Chains entries shortly after they are written, and those from before at the first start (rules/audit 8). */
export function chainAuditEntries(ctx: Context): Job {
  const { db, log } = ctx;
  const { dataDir } = ctx.config;
  let deps: ChainDeps | undefined;
  let known: number | null | undefined;
  let isLost = false;
  return ctx.heartbeat.every(
    ctx.config.timing.auditMs,
    ({ hasUnchained, chainedTo }) => hasUnchained || chainedTo !== known,
    async (signal) => {
      deps ??= { db, log, dataDir, keys: await openChainKeys(db, ctx.installationKey) };
      let end = await lookAtChain(db);
      if (end.isBehind) {
        await chainAll(deps, signal);
        end = await lookAtChain(db);
      }
      if (end.number === known) return;
      const { number, hash, at } = end;
      const last = number !== null && hash !== null ? { number, hash, at } : undefined;
      const wasLost = isLost;
      isLost = !(await isFollowed(deps, last));
      if (isLost && !wasLost)
        log.error({ dataDir }, 'the audit is not the one that DATA_DIR knows');
      known = number;
    },
    logUnlessTransient(log, 'the audit was not chained'),
  );
}

import type { Context } from '../../../context.ts';
import type { Db } from '../../../db/database.ts';
import { logUnlessTransient } from '../../../db/faults.ts';
import { type Job, rest } from '../../../jobs/worker.ts';
import { codeOf } from '../../../shared/errors.ts';
import { hasEntry, lineOf } from '../chain/canonical.ts';
import {
  findFileProgress,
  findUnappended,
  isFileBehind,
  MAX_COUNTED,
  saveFileProgress,
  tryLockFile,
} from '../chain/chain.queries.ts';
import { findLinked } from '../read-audit.queries.ts';
import { AuditFile, type NumberedLine } from './audit-file.ts';

const APPENDED_AT_ONCE = 500;
// An entry is chained and appended within some two seconds.
const LATE_SECONDS = 5;

type Deps = Pick<Context, 'db' | 'config'>;

/** How a turn went: whether there is more to append now, and why not all of it was. */
interface Turn {
  isMore: boolean;
  failure?: unknown;
}

async function appendSome(db: Db, file: AuditFile, signal: AbortSignal): Promise<Turn> {
  const linked = await findLinked(db, await findFileProgress(db), APPENDED_AT_ONCE);
  if (linked.length === 0) return { isMore: false };
  const lines = linked.filter(hasEntry).map(
    (row): NumberedLine => ({
      number: row.number,
      hash: row.hash.toString('hex'),
      line: lineOf(row),
    }),
  );
  const { last, failure } = await file.append(lines, signal);
  // Whoever removed an entry stops no others.
  const done = failure === undefined ? linked.at(-1)?.number : last;
  if (done !== undefined) await saveFileProgress(db, done);
  // A pipe that is full by now is read by somebody.
  if (codeOf(failure) === 'EAGAIN' && last !== undefined) return { isMore: true };
  return { isMore: linked.length >= APPENDED_AT_ONCE, failure };
}

/**
 * One process at a time. The embedded engine has one process, and one connection that nobody waits for while a file
 * takes its time.
 */
const runAlone = ({ db, config }: Deps, work: (db: Db) => Promise<Turn>): Promise<Turn> =>
  config.databaseUrl === undefined
    ? work(db)
    : db.transaction(async (tx) => ((await tryLockFile(tx)) ? work(tx) : { isMore: false }));

/** Appends each entry of the chain to AUDIT_FILE, in its order; what failed is caught up (rules/audit 21–23). */
export function appendAuditEntries(ctx: Context, path: string): Job {
  const { db, log, heartbeat } = ctx;
  const file = new AuditFile(path);
  let isFailing = false;
  const append = async (signal: AbortSignal) => {
    while (!signal.aborted && (await isFileBehind(db))) {
      const since = performance.now();
      const { isMore, failure } = await runAlone(ctx, (on) => appendSome(on, file, signal));
      // The lines before the failure are noted by now.
      if (failure !== undefined) throw failure;
      if (!isMore) break;
      await rest(since, signal);
    }
    isFailing = false;
  };
  const onError = logUnlessTransient(log, 'the audit was not appended to AUDIT_FILE');
  const job = heartbeat.every(
    ctx.config.timing.auditMs,
    ({ isUnappended }) => isUnappended,
    append,
    (error) => {
      if (!isFailing) onError(error);
      isFailing = true;
    },
  );
  return {
    async close() {
      await job.close();
      await file.close();
    },
  };
}

interface Behind {
  entries: number;
  /** More entries wait than were counted. */
  isMore: boolean;
  since: Date;
}

/** The entries that should stand in the file and do not, since the oldest; undefined on most days. */
export async function findBehind(db: Db): Promise<Behind | undefined> {
  const { count, since, isLate } = await findUnappended(db, LATE_SECONDS);
  return isLate && since ? { entries: count, isMore: count >= MAX_COUNTED, since } : undefined;
}

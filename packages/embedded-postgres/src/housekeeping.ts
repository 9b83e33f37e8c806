import pg from 'pg';

const EVERY_MS = 60_000;
const CHECKPOINT_AT_BYTES = 32 * 1024 * 1024;
const VACUUM_AT_DEAD_ROWS = 1_000;
const VACUUM_AT_DEAD_SHARE = 0.2;

/**
 * Does once a minute the work of PostgreSQL's background processes, which the engine does not have. Without it the
 * write-ahead log grows until the server stops, dead rows stay, and the planner has no statistics.
 */
export function startHousekeeping(
  pool: pg.Pool,
  onError: (error: Error) => void,
): { close(): Promise<void> } {
  let underWay: Promise<void> | undefined;
  const timer = setInterval(() => {
    underWay ??= maintain(pool)
      .catch(onError)
      .finally(() => {
        underWay = undefined;
      });
  }, EVERY_MS);
  timer.unref();
  return {
    async close() {
      clearInterval(timer);
      await underWay;
    },
  };
}

/** One round, short enough to fit between two requests: a checkpoint when due, and the neediest table. */
export async function maintain(
  pool: pg.Pool,
  checkpointAtBytes = CHECKPOINT_AT_BYTES,
): Promise<void> {
  const wal = await pool.query<{ bytes: string }>(
    'select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), redo_lsn) as bytes from pg_control_checkpoint()',
  );
  if (Number(wal.rows[0]?.bytes) >= checkpointAtBytes) await pool.query('checkpoint');

  const worn = await pool.query<{ schemaname: string; relname: string }>(
    `select stat.schemaname, stat.relname
       from pg_stat_user_tables stat join pg_class on pg_class.oid = stat.relid
      where greatest(n_dead_tup, n_mod_since_analyze) > $1::float8 + $2::float8 * greatest(reltuples, 0)
      order by greatest(n_dead_tup, n_mod_since_analyze) desc
      limit 1`,
    [VACUUM_AT_DEAD_ROWS, VACUUM_AT_DEAD_SHARE],
  );
  for (const { schemaname, relname } of worn.rows) {
    const table = `${pg.escapeIdentifier(schemaname)}.${pg.escapeIdentifier(relname)}`;
    // The two statements are sent apart: each may take a second of a large table, and callers are served in between.
    await pool.query(`vacuum ${table}`);
    await pool.query(`analyze ${table}`);
  }
}

import { startPgBouncer } from '../../../scripts/lib/pgbouncer.mjs';
import { startPostgres } from '../../../scripts/lib/postgres.mjs';

/** A PostgreSQL of the test's own, which the test may stop. */
export interface Cluster {
  url: string;
  crash(): Promise<void>;
  resume(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * As on a real server, PostgreSQL confirms a commit only after the system has its data: only then can a crash lose
 * nothing.
 */
export const startCluster = (): Promise<Cluster> => startPostgres(['synchronous_commit=on']);

/** A PgBouncer in transaction mode before the database; `url` is the address of PgBouncer. */
export interface Pooler {
  url: string;
  send(signal: NodeJS.Signals): void;
  stop(): Promise<void>;
}

export const startPooler = (cluster: Cluster): Promise<Pooler> => startPgBouncer(cluster.url);

/** Paths from the product to a database that may be stopped; without PgBouncer on this machine only the direct path. */
export const waysToCluster: ('PostgreSQL' | 'PgBouncer')[] = process.env.TEST_WITHOUT_PGBOUNCER
  ? ['PostgreSQL']
  : ['PostgreSQL', 'PgBouncer'];

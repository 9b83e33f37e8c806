import { startPgBouncer } from '../../../scripts/lib/pgbouncer.mjs';
import { startPostgres } from '../../../scripts/lib/postgres.mjs';

/** A PostgreSQL of a test's own that may be stopped. */
export interface Cluster {
  url: string;
  crash(): Promise<void>;
  resume(): Promise<void>;
  stop(): Promise<void>;
}

/** What it has told to be stored is in the system's hands, as on a real server: only then may a crash lose nothing. */
export const startCluster = (): Promise<Cluster> => startPostgres(['synchronous_commit=on']);

/** A PgBouncer in transaction mode before it; `url` is the pooler's. */
export interface Pooler {
  url: string;
  send(signal: NodeJS.Signals): void;
  stop(): Promise<void>;
}

export const startPooler = (cluster: Cluster): Promise<Pooler> => startPgBouncer(cluster.url);

/** Ways from the product to a database that may be stopped; without PgBouncer on this machine the straight one alone. */
export const waysToCluster: ('PostgreSQL' | 'PgBouncer')[] = process.env.TEST_WITHOUT_PGBOUNCER
  ? ['PostgreSQL']
  : ['PostgreSQL', 'PgBouncer'];

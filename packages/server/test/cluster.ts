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

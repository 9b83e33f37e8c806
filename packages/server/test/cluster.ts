/** A PostgreSQL of a test's own that may be stopped. */
export interface Cluster {
  url: string;
  crash(): Promise<void>;
  resume(): Promise<void>;
  stop(): Promise<void>;
}

const SCRIPT = new URL('../../../scripts/lib/postgres.mjs', import.meta.url);

/** What it has told to be stored is in the system's hands, as on a real server: only then may a crash lose nothing. */
export async function startCluster(): Promise<Cluster> {
  const { startPostgres } = (await import(SCRIPT.href)) as {
    startPostgres(settings: string[]): Promise<Cluster>;
  };
  return startPostgres(['synchronous_commit=on']);
}

import { chmodSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { freePort } from '../../scripts/lib/free-port.mjs';
import { makeCluster } from '../../scripts/lib/postgres.mjs';
import { run } from '../../scripts/lib/run.mjs';
import { codeOf } from '../support/helpers.ts';
import { Supervisor } from './supervisor.ts';

type Made = Awaited<ReturnType<typeof makeCluster>>;

// Nothing here may be faster than what people run: every commit waits for the disk.
const SETTINGS = ['fsync=on', 'synchronous_commit=on', 'full_page_writes=on', 'max_connections=60'];

/** A throw-away PostgreSQL, kept running. */
export class Postgres {
  readonly port: number;
  private readonly made: Made;
  private readonly kept: Supervisor<ReturnType<Made['serve']>>;

  private constructor(made: Made, port: number) {
    this.made = made;
    this.port = port;
    this.kept = new Supervisor(() => made.serve(port, SETTINGS));
  }

  static async make(home: string): Promise<Postgres> {
    mkdirSync(home, { recursive: true });
    // Its own user must be able to reach it.
    const above = dirname(home);
    chmodSync(above, statSync(above).mode | 0o111);
    const made = await makeCluster(home);
    // Throw-away clusters are made without a sync; this one may lose its power.
    await run('sync', ['--file-system', home]);
    return new Postgres(made, await freePort());
  }

  get data(): string {
    return this.made.data;
  }

  url(port = this.port): string {
    return `postgres://postgres@127.0.0.1:${port}/postgres`;
  }

  /** Settles once it takes connections, however many attempts that needs. */
  start(): Promise<void> {
    return this.kept.start();
  }

  /** Ends it and every process of it at once; it stays down until `start`. */
  async kill(): Promise<void> {
    await this.kept.end(async ({ pid }) => {
      if (pid) killAll([pid, ...(await processesUnder(pid))]);
    });
  }

  /** As after a bug in it: one of its processes dies, and it ends all others and recovers by itself. */
  async killBackend(pick: (pids: number[]) => number): Promise<void> {
    const { pid } = this.kept;
    const children = pid ? await processesUnder(pid) : [];
    if (children.length > 0) killAll([pick(children)]);
  }

  async stop(): Promise<void> {
    await this.kept.recovered();
    await this.kept.end(({ stop }) => stop());
  }
}

/** The processes that this one has started. */
async function processesUnder(parent: number): Promise<number[]> {
  const { output } = await run('ps', ['-A', '-o', 'pid=,ppid=']);
  return output
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .flatMap(([pid, ppid]) => (pid !== undefined && ppid === parent ? [pid] : []));
}

/** No goodbye and no last write: they get no chance to do anything. */
function killAll(pids: number[]): void {
  for (const pid of pids) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch (error) {
      if (codeOf(error) !== 'ESRCH') throw error;
    }
  }
}

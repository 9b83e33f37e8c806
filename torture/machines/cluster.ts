import { freePort, makeCluster } from '../../scripts/lib/postgres.mjs';
import { run } from '../../scripts/lib/run.mjs';
import { killAll, processesUnder } from './processes.ts';

// Nothing here may be faster than what people run: every commit waits for the disk.
const SETTINGS = ['fsync=on', 'synchronous_commit=on', 'full_page_writes=on', 'max_connections=60'];
const RETRY_MS = 200;

/** A PostgreSQL of this round alone, started again whenever it ends unasked, as a service manager would. */
export class Cluster {
  readonly port: number;
  private readonly made: Awaited<ReturnType<typeof makeCluster>>;
  private running: { pid?: number | undefined; ended: Promise<unknown> } | undefined;
  private isWanted = false;
  private starting: Promise<void> = Promise.resolve();

  private constructor(made: Awaited<ReturnType<typeof makeCluster>>, port: number) {
    this.made = made;
    this.port = port;
  }

  static async make(home: string): Promise<Cluster> {
    return new Cluster(await makeCluster(home), await freePort());
  }

  get data(): string {
    return this.made.data;
  }

  url(port = this.port): string {
    return `postgres://postgres@127.0.0.1:${port}/postgres`;
  }

  /** Settles once it takes connections, however many attempts that needs. */
  start(): Promise<void> {
    this.isWanted = true;
    this.starting = this.keepStarting();
    return this.starting;
  }

  /** Ends it and every process of it at once; it stays down until `start`. */
  async kill(): Promise<void> {
    this.isWanted = false;
    await this.starting;
    const { running } = this;
    if (!running?.pid) return;
    killAll([running.pid, ...(await processesUnder(running.pid))]);
    await running.ended;
  }

  /** As after a bug in it: one of its processes dies, and it ends all others and recovers by itself. */
  async killBackend(pick: (pids: number[]) => number): Promise<void> {
    const pid = this.running?.pid;
    const children = pid ? await processesUnder(pid) : [];
    if (children.length > 0) killAll([pick(children)]);
  }

  async stop(): Promise<void> {
    this.isWanted = false;
    await this.starting;
    if (!this.running?.pid) return;
    await run('kill', ['-INT', String(this.running.pid)]);
    await this.running.ended;
  }

  private async keepStarting(): Promise<void> {
    while (this.isWanted) {
      const server = this.made.serve(this.port, SETTINGS);
      this.running = server;
      const isUp = await server.ready.then(
        () => true,
        () => false,
      );
      if (isUp) {
        void server.ended.then(() => {
          if (this.isWanted && this.running === server) this.starting = this.keepStarting();
        });
        return;
      }
      await server.ended;
      await new Promise((later) => setTimeout(later, RETRY_MS));
    }
  }
}

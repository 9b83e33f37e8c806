import { mkdirSync } from 'node:fs';
import { freePort } from '../../scripts/lib/free-port.mjs';
import { findRedis } from '../../scripts/lib/redis.mjs';
import { launch, type Program } from './program.ts';
import { Supervisor } from './supervisor.ts';

/** A Redis or Valkey that keeps nothing on the disk: what it loses when it ends must be no loss. */
export class Redis {
  readonly url: string;
  private readonly kept: Supervisor<Program>;

  private constructor(program: string, home: string, port: number) {
    this.url = `redis://127.0.0.1:${port}`;
    const settings = { port, bind: '127.0.0.1', dir: home, save: '', appendonly: 'no' };
    const args = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, `${value}`]);
    this.kept = new Supervisor(() =>
      launch(program, args, { cwd: home, readyWhen: /Ready to accept connections/i }),
    );
  }

  static async make(home: string): Promise<Redis> {
    const program = findRedis();
    mkdirSync(home, { recursive: true });
    return new Redis(program, home, await freePort());
  }

  get pid(): number | undefined {
    return this.kept.pid;
  }

  start(): Promise<void> {
    return this.kept.start();
  }

  /** Ends it without a word; it stays down until `start`, and knows nothing then. */
  kill(): Promise<void> {
    return this.kept.end(({ child }) => child.kill('SIGKILL'));
  }

  stop(): Promise<void> {
    return this.kept.end(({ child }) => child.kill('SIGTERM'));
  }
}

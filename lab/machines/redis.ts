import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { freePort } from '../../scripts/lib/free-port.mjs';
import { makeCertificate } from '../../scripts/lib/make-certificate.mjs';
import { findRedis, type Guard, redisArguments, redisUrl } from '../../scripts/lib/redis.mjs';
import { launch, type Program } from './program.ts';
import { Supervisor } from './supervisor.ts';

/** A Redis or Valkey that keeps nothing on the disk: what it loses when it ends must be no loss. */
export class Redis {
  /** The settings with which a server reaches this Redis. */
  readonly settings: Record<string, string>;
  private readonly kept: Supervisor<Program>;

  private constructor(program: string, home: string, port: number, guard?: Guard) {
    const authority = guard?.tls && { NODE_EXTRA_CA_CERTS: guard.tls.certificate };
    this.settings = { REDIS_URL: redisUrl(port, guard), ...authority };
    const args = redisArguments(home, port, guard);
    this.kept = new Supervisor(() =>
      launch(program, args, { cwd: home, readyWhen: /Ready to accept connections/i }),
    );
  }

  static async make(home: string): Promise<Redis> {
    const program = findRedis();
    mkdirSync(home, { recursive: true });
    return new Redis(program, home, await freePort());
  }

  /** Makes a Redis behind a password and TLS, as is right where others may reach it. */
  static async makeGuarded(home: string): Promise<Redis> {
    const program = findRedis();
    mkdirSync(home, { recursive: true });
    const [tls, port] = await Promise.all([makeCertificate(home), freePort()]);
    const password = randomBytes(16).toString('hex');
    return new Redis(program, home, port, { user: 'chat', password, tls });
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

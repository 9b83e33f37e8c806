import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../../scripts/lib/free-port.mjs';
import { Application } from '../../machines/application.ts';
import { Nginx } from '../../machines/nginx.ts';
import { Redis } from '../../machines/redis.ts';
import { metricsToken } from '../load/calls.ts';
import type { Beside } from '../load/processor.ts';

export interface BenchCluster {
  /** The address of the proxy. */
  url: string;
  /** The address of each process. */
  processes: string[];
  /** The proxy, and Redis where there is one. */
  beside: Beside[];
  stop(): Promise<void>;
}

/** Starts processes on a filled database behind nginx, joined by a Redis of their own if `isJoined`. */
export async function startProcesses(
  databaseUrl: string,
  count: number,
  isJoined: boolean,
): Promise<BenchCluster> {
  const folder = await mkdtemp(join(tmpdir(), 'web-chat-bench-'));
  const targets = await Promise.all(Array.from({ length: count }, freePort));
  const proxy = await Nginx.make(join(folder, 'nginx'), { targets });
  const redis = isJoined ? await Redis.make(join(folder, 'redis')) : undefined;
  await redis?.start();
  const applications = targets.map(
    (port) =>
      new Application({
        dataDir: join(folder, 'data'),
        settings: {
          PORT: `${port}`,
          DATABASE_URL: databaseUrl,
          TRUST_PROXY: '1',
          METRICS_TOKEN: metricsToken,
          LOG_LEVEL: 'warn',
          ...redis?.settings,
        },
      }),
  );
  await Promise.all(applications.map((application) => application.start()));
  await proxy.start();
  return {
    url: `http://127.0.0.1:${proxy.port}`,
    processes: targets.map((port) => `http://127.0.0.1:${port}`),
    beside: [
      { name: 'nginx', pid: proxy.pid ?? 0 },
      ...(redis ? [{ name: 'Redis', pid: redis.pid ?? 0 }] : []),
    ],
    async stop() {
      await proxy.stop();
      await Promise.all(applications.map((application) => application.stop()));
      await redis?.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

import { join } from 'node:path';
import { freePort } from '../../scripts/lib/free-port.mjs';
import { Application } from './application.ts';
import { Nginx } from './nginx.ts';
import { ObjectStore } from './object-store.ts';
import { Postgres } from './postgres.ts';
import { Redis } from './redis.ts';

interface Wanted {
  /** Everything is kept in here. */
  folder: string;
  /** Where people come in. */
  port: number;
  processes: number;
}

export interface Cluster {
  url: string;
  /** The running programs, each with its address. */
  parts: [name: string, address: string][];
  stop(): Promise<void>;
}

/** A whole installation for many people, on this machine: what it stands on, several processes of the chat, a proxy. */
export async function startCluster({ folder, port, processes }: Wanted): Promise<Cluster> {
  const ports = await Promise.all(Array.from({ length: processes }, freePort));
  // All that may be missing is missed before anything runs.
  const proxy = await Nginx.make(join(folder, 'nginx'), { targets: ports, port });
  const redis = await Redis.makeGuarded(join(folder, 'redis'));
  const store = await ObjectStore.make(join(folder, 's3'));
  const postgres = await Postgres.make(join(folder, 'postgres'));
  await Promise.all([postgres.start(), redis.start(), store.start()]);
  const url = `http://localhost:${port}`;
  const settings = {
    DATABASE_URL: postgres.url(),
    ...redis.settings,
    S3_URL: store.url,
    PUBLIC_URL: url,
    TRUST_PROXY: '1',
    AUDIT_KEY: 'the-key-that-all-processes-share',
  };
  const applications = ports.map(
    (own, index) =>
      new Application({
        dataDir: join(folder, `chat-${index + 1}`),
        settings: { ...settings, PORT: `${own}` },
      }),
  );
  await Promise.all(applications.map((application) => application.start()));
  await proxy.start();
  return {
    url,
    parts: [
      ['PostgreSQL', postgres.url()],
      ['Redis', redis.settings.REDIS_URL ?? ''],
      ['S3', store.url],
      ...ports.map((own, index): [string, string] => [
        `chat, process ${index + 1}`,
        `http://127.0.0.1:${own}`,
      ]),
      ['nginx', url],
    ],
    async stop() {
      await proxy.stop();
      await Promise.all(applications.map((application) => application.stop()));
      await Promise.all([postgres.stop(), redis.stop(), store.stop()]);
    },
  };
}

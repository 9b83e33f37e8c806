import { required } from '@chat/contract/checks';
import type { Config } from '../src/config/env.ts';
import { startApp, type TestApp } from './build-app.ts';
import { Client } from './client.ts';
import { createTestDatabase } from './database.ts';
import { startRedis, type TestRedis } from './redis.ts';

export interface Processes {
  one: TestApp;
  other: TestApp;
  redis: TestRedis;
  /** Starts one more process on the same data. */
  start(settings?: Partial<Config>): Promise<TestApp>;
  /** Closes every process that is still open. */
  close(): Promise<void>;
}

/**
 * Two servers, as separate as two processes: each has its own port, memory and connections, and both share one
 * PostgreSQL and one Redis.
 */
export async function startProcesses(settings: Partial<Config> = {}): Promise<Processes> {
  const [database, redis] = await Promise.all([createTestDatabase(), startRedis()]);
  const running = new Set<TestApp>();

  async function start(own: Partial<Config> = {}): Promise<TestApp> {
    const db = database.open();
    const app = await startApp(
      { databaseUrl: 'postgres://shared', redisUrl: redis.url, ...settings, ...own },
      { database: { db, remove: () => db.close() } },
    );
    running.add(app);
    const close = async () => {
      running.delete(app);
      await app.close();
    };
    return { ...app, close };
  }

  const one = await start();
  const other = await start();
  return {
    one,
    other,
    redis,
    start,
    async close() {
      await Promise.all([...running].map((app) => app.close()));
      await redis.stop();
      await database.remove();
    },
  };
}

/** From now on the process receives each message of the cluster this much later, its own messages too. */
export function receiveLate({ ctx }: TestApp, ms: number): void {
  const { subscriber } = required(ctx.redis, 'redis');
  const emit = subscriber.emit.bind(subscriber);
  const emitLate: typeof emit = (event, ...given) => {
    if (event !== 'messageBuffer') return emit(event, ...given);
    setTimeout(() => emit(event, ...given), ms);
    return true;
  };
  Object.assign(subscriber, { emit: emitLate });
}

/** Gives a client of another process for the person, in the same session. */
export function at({ url }: { url: string }, { token, user }: Client): Client {
  return Object.assign(new Client(url), { token, user });
}

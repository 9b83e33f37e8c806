import { randomBytes } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import { Redis, type RedisOptions } from 'ioredis';
import { type Database, sql } from '../../db/database.ts';
import { SECRET_BYTES, Secrets } from './other-processes.ts';
import { explainRedis } from './redis-away.ts';

/** The Redis that joins several processes into one service, as one of them holds it. */
export interface SharedRedis {
  commands: Redis;
  /** A connection of its own that hears what is sent to this process. */
  subscriber: Redis;
  /** How often to ask whether it still holds; it is closed when nothing is heard for twice as long. */
  pingMs: number;
  /** By which Redis gets nothing that others could read or change. */
  secrets: Secrets;
  /** Throws when it does not answer. */
  check(): Promise<void>;
  /** After the last command has been answered. */
  close(): Promise<void>;
}

// Nothing queues up while Redis is away: a command fails at once, and its caller goes on without.
const OPTIONS: RedisOptions = {
  lazyConnect: true,
  enableOfflineQueue: false,
  maxRetriesPerRequest: 0,
  connectTimeout: 3_000,
  keepAlive: 10_000,
  retryStrategy: (times) => Math.min(times * 50, 500),
};
// A Redis that keeps the connection and does not answer is as good as away.
const ANSWER_MS = 2_000;
const PING_MS = 2_000;

async function connect(url: string, options: RedisOptions): Promise<Redis> {
  const redis = new Redis(url, { ...OPTIONS, ...options });
  let cause: Error | undefined;
  redis.on('error', (error: Error) => {
    cause = error;
  });
  try {
    await redis.connect();
    return redis;
  } catch (error) {
    redis.disconnect();
    throw explainRedis(cause ?? error);
  }
}

/** Once each, however often it is tried in between. */
function reportOutages(redis: Redis, log: FastifyBaseLogger): void {
  let isAway = false;
  redis.on('close', () => {
    if (!isAway) log.warn('Redis is away: processes do not hear each other');
    isAway = true;
  });
  redis.on('ready', () => {
    if (isAway) log.warn('Redis is back');
    isAway = false;
  });
}

/** Connects twice; throws what `explainRedis` gives. */
export async function openRedis(
  url: string,
  db: Database,
  log: FastifyBaseLogger,
): Promise<SharedRedis> {
  const secrets = new Secrets(await findOrInsertSecret(db));
  const commands = await connect(url, { socketTimeout: ANSWER_MS });
  const patiently = { socketTimeout: 2 * PING_MS, autoResubscribe: false };
  const subscriber = await connect(url, patiently).catch((error: unknown) => {
    commands.disconnect();
    throw error;
  });
  reportOutages(commands, log);
  return {
    commands,
    subscriber,
    secrets,
    pingMs: PING_MS,
    async check() {
      await commands.ping();
    },
    async close() {
      commands.removeAllListeners('close');
      subscriber.disconnect();
      await commands.quit().catch(() => commands.disconnect());
    },
  };
}

/** The secret of all processes on this database; of several that start at once on a new one, the first makes it. */
export async function findOrInsertSecret(db: Database): Promise<Buffer> {
  const secret = randomBytes(SECRET_BYTES);
  await db.run(sql`insert into process_secret (secret) values (${secret}) on conflict do nothing`);
  const found = await db.one<{ secret: Buffer }>(sql`select secret from process_secret`);
  return found.secret;
}

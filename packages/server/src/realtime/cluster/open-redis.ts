import { randomBytes } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import { Redis, type RedisOptions } from 'ioredis';
import { type Database, sql } from '../../db/database.ts';
import { SECRET_BYTES, Secrets } from './other-processes.ts';
import { explainRedis, refusesWrites } from './redis-away.ts';

/** The Redis that joins several processes into one service, as one of them holds it. */
export interface SharedRedis {
  commands: Redis;
  /** A connection of its own that hears what is sent to this process. */
  subscriber: Redis;
  /** How often to ask whether it still holds; it is closed when nothing is heard for twice as long. */
  pingMs: number;
  /** By which Redis gets nothing that others could read or change. */
  secrets: Secrets;
  /** Throws when it does not answer, or takes nothing. */
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
};
const LONGEST_RETRY_MS = 500;
// A Redis that keeps the connection and does not answer is as good as away.
const ANSWER_MS = 2_000;
const PING_MS = 2_000;

const CHECKED = 'web-chat:checked';
const CHECKED_MS = 1_000;

/** A read-only replica answers everything else: only a write tells. */
const check = async (commands: Redis): Promise<void> => {
  await commands.set(CHECKED, '', 'PX', CHECKED_MS);
};

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

/** A Redis that refuses writes is left, and its name looked up anew: another one may have taken its place. */
class Refusals {
  /** Redis's words, until it takes something again. */
  reason: string | undefined;
  /** The line is on its way out: all that was asked on it is refused, too. */
  #isLeaving = false;
  #leave = () => {};

  readonly options: RedisOptions = {
    // Whoever refuses does so for a while.
    retryStrategy: (times) =>
      this.reason === undefined ? Math.min(times * 50, LONGEST_RETRY_MS) : LONGEST_RETRY_MS,
    reconnectOnError: (error) => {
      if (this.#isLeaving || !refusesWrites(error)) return false;
      this.#isLeaving = true;
      this.reason = error.message;
      this.#leave();
      return true;
    },
  };

  /** Both lines are left together. */
  follow(commands: Redis, other: Redis): void {
    commands.on('close', () => {
      this.#isLeaving = false;
    });
    this.#leave = () => {
      const isReconnecting = true;
      if (other.status === 'ready') other.disconnect(isReconnecting);
    };
  }
}

/** Once each, however often it is tried in between. */
function reportOutages(redis: Redis, refusals: Refusals, log: FastifyBaseLogger): void {
  let isAway = false;
  redis.on('close', () => {
    const { reason } = refusals;
    if (!isAway) log.warn({ reason }, 'Redis is away: processes do not hear each other');
    isAway = true;
  });
  const welcome = () => {
    refusals.reason = undefined;
    if (isAway) log.warn('Redis is back');
    isAway = false;
  };
  redis.on('ready', () => void check(redis).then(welcome, () => {}));
}

/** Connects twice; throws what `explainRedis` gives. */
export async function openRedis(
  url: string,
  db: Database,
  log: FastifyBaseLogger,
): Promise<SharedRedis> {
  const secrets = new Secrets(await findOrInsertSecret(db));
  const refusals = new Refusals();
  const commands = await connect(url, { ...refusals.options, socketTimeout: ANSWER_MS });
  const { retryStrategy } = refusals.options;
  const patiently = { retryStrategy, socketTimeout: 2 * PING_MS, autoResubscribe: false };
  const [subscriber] = await Promise.all([connect(url, patiently), check(commands)]).catch(
    (error: unknown) => {
      commands.disconnect();
      throw explainRedis(error);
    },
  );
  refusals.follow(commands, subscriber);
  reportOutages(commands, refusals, log);
  return {
    commands,
    subscriber,
    secrets,
    pingMs: PING_MS,
    check: () => check(commands),
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

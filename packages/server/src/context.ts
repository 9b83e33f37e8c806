import type { FastifyBaseLogger } from 'fastify';
import type { Config } from './config/env.ts';
import type { Database } from './db/database.ts';
import type { BoundedLog } from './http/bounded-log.ts';
import type { SessionControl } from './http/viewer.ts';
import type { Heartbeat } from './jobs/heartbeat.ts';
import type { SharedRedis } from './realtime/cluster/open-redis.ts';
import type { Realtime } from './realtime/publish.ts';
import type { RunSerially } from './realtime/run-serially.ts';
import type { InstallationKey } from './security/installation-key.ts';
import type { PasswordAttempts } from './security/passwords.ts';

/** Dependencies of every operation; made once in app.ts and passed by hand. A module adds its own in a `context.ts`. */
export interface Context {
  config: Config;
  /** The page's address for links: a setting, or where this process listens, but never what a caller says. */
  pageUrl(): string;
  db: Database;
  heartbeat: Heartbeat;
  /** The connection that joins several processes; undefined with a single one. */
  redis: SharedRedis | undefined;
  log: FastifyBaseLogger;
  /** For what anybody can bring about as often as they like. */
  boundedLog: BoundedLog;
  realtime: Realtime;
  runSerially: RunSerially;
  /** Names this process to the others. */
  processId: string;
  sessions: SessionControl;
  loginLimits: PasswordAttempts;
  installationKey: InstallationKey;
}

import type { Route } from '@chat/contract/route';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { type AppContext, createContext } from './app-context.ts';
import type { Config } from './config/env.ts';
import type { Database } from './db/database.ts';
import { createAddresses, portOf } from './http/addresses.ts';
import { serveApiDocs } from './http/api-docs.ts';
import { type BoundedLog, createBoundedLog, createRefusals } from './http/bounded-log.ts';
import { guardConnections } from './http/guards/connections.ts';
import { createFairShare } from './http/guards/fair-share.ts';
import { createOverload } from './http/guards/overload.ts';
import type { Unfinished } from './http/guards/unfinished.ts';
import { throttleByAddress } from './http/public-files.ts';
import { createHttpServer } from './http/server.ts';
import { createHeartbeat } from './jobs/heartbeat.ts';
import { createMetrics, serveMetrics } from './metrics/metrics.ts';
import { recordLeftRestore } from './modules/audit/chain/seal.ts';
import { assertAppendable } from './modules/audit/file/audit-file.ts';
import { recordSettings } from './modules/audit/settings-changed.actions.ts';
import {
  type Leaseholder,
  leaseholderOf,
  returnLease,
  takeLease,
} from './modules/presence/lease.ts';
import { beat } from './modules/presence/processes.queries.ts';
import { observeApp } from './observe-app.ts';
import type { SharedRedis } from './realtime/cluster/open-redis.ts';
import { localRoomsOf } from './realtime/cluster/process-in-redis.ts';
import { shareRealtime } from './realtime/cluster/share-realtime.ts';
import { createSockets, openGateway } from './realtime/gateway.ts';
import type { LiveServer } from './realtime/live-sockets.ts';
import { type CountEvents, realtimeOn, resyncAfterUnknownCommit } from './realtime/publish.ts';
import { serveRoutes, takeSignals } from './routes-and-signals.ts';
import { type InstallationKey, openInstallationKey } from './security/installation-key.ts';
import { startJobs } from './start-jobs.ts';

export interface App {
  ctx: AppContext;
  http: FastifyInstance;
  /** The contract's routes that are served. */
  routes: readonly Route[];
  /** Listens and gives the port that was taken. */
  listen(): Promise<number>;
  /** Drains: no new connections, running requests finish, sockets close so that clients come back elsewhere. */
  close(): Promise<void>;
}

/** Called as the lease of the database changes hands. */
export interface LeaseEvents {
  /** Another process that has ended has it still. */
  onWaiting(): void;
  /** Another process has it now, or a newer version has changed its schema: this one must stop serving. */
  onReplaced(successor: string | undefined): void;
}

const ignoredLeaseEvents: LeaseEvents = { onWaiting() {}, onReplaced() {} };

/** With REDIS_URL what joins the processes; its modules are read only then. */
async function openShared({ redisUrl }: Config, db: Database, log: FastifyBaseLogger) {
  if (!redisUrl) return undefined;
  const { openRedis } = await import('./realtime/cluster/open-redis.ts');
  return openRedis(redisUrl, db, log);
}

/** Reaches the sockets of this process alone, or of all processes on one Redis. */
async function openRealtime(
  io: LiveServer,
  redis: SharedRedis | undefined,
  log: FastifyBaseLogger,
  countEvents: CountEvents,
) {
  if (!redis) return { realtime: realtimeOn(io, countEvents), shared: undefined };
  const shared = await shareRealtime(realtimeOn(io), localRoomsOf(io), redis, log, countEvents);
  return { realtime: shared, shared };
}

function answerOperators(ctx: AppContext): void {
  ctx.db.answerCallers(async (request) => {
    // Read when it is first needed, which on most days is never.
    const { answerOperator } = await import('./commands/admin/ask-server.ts');
    return answerOperator(ctx, request);
  });
}

interface Closable {
  close(): unknown;
}

/** Everything of a server that has an end, in no order. */
interface Parts {
  ctx: AppContext;
  http: FastifyInstance;
  io: LiveServer;
  jobs: Closable;
  resync: Closable;
  shared: Closable | undefined;
  connections: Unfinished;
  overload: Closable;
  boundedLog: BoundedLog;
}

async function closeApp(parts: Parts): Promise<void> {
  const { ctx, http, io, jobs, resync, shared, connections, overload, boundedLog } = parts;
  ctx.presence.leave();
  // A connection whose answer is just ending would be kept for a next request, and then waited for.
  http.server.keepAliveTimeout = 1;
  connections.drain();
  resync.close();
  await io.close();
  await http.close();
  ctx.pictures.close();
  await ctx.visiblePages.close();
  await ctx.presence.close();
  await jobs.close();
  await ctx.exporter.close();
  await ctx.push.close();
  await ctx.indexer.close();
  await ctx.receipts.close();
  await ctx.limits.close();
  await ctx.sessions.close();
  await shared?.close();
  await ctx.redis?.close();
  connections.close();
  overload.close();
  boundedLog.close();
}

/** The whole server on a database, not listening yet: every module meets here and in app-context.ts. */
export async function buildApp(
  config: Config,
  db: Database,
  log: FastifyBaseLogger,
  { onWaiting, onReplaced } = ignoredLeaseEvents,
): Promise<App> {
  const holder = leaseholderOf(config);
  await takeLease(db, holder, onWaiting);
  try {
    return await assemble({ config, db, log, holder }, onReplaced);
  } catch (error) {
    await returnLease(db, holder).catch(() => {});
    throw error;
  }
}

interface Ground {
  config: Config;
  db: Database;
  log: FastifyBaseLogger;
  holder: Leaseholder;
}

/** The installation's key, with which the audit says what happened before this start; its file must take it. */
async function openAudit(config: Config, db: Database): Promise<InstallationKey> {
  const key = await openInstallationKey(config, db);
  if (config.auditFile !== undefined) await assertAppendable(config.auditFile);
  await recordLeftRestore(db, config, key);
  await recordSettings(db, config, key);
  return key;
}

async function assemble(ground: Ground, onReplaced: LeaseEvents['onReplaced']): Promise<App> {
  const { config, db, log } = ground;
  const { trustProxy, maxUploadBytes, publicUrl } = config;
  const isSecure = publicUrl?.startsWith('https:') ?? false;
  const overload = createOverload();
  const addresses = createAddresses(trustProxy);
  const boundedLog = createBoundedLog(log);
  const refusals = createRefusals(boundedLog);
  const guards = { addresses, overload, boundedLog, refusals };
  const http = await createHttpServer({ logger: log, maxUploadBytes, isSecure, ...guards });
  const metrics = createMetrics();
  metrics.timeRequests(http);
  metrics.timeStatements(db);
  const installationKey = await openAudit(config, db);
  const redis = await openShared(config, db, log);
  const heartbeat = createHeartbeat(db, log, ground.holder, beat);
  const pageUrl = () => publicUrl ?? `http://localhost:${portOf(http.server)}`;
  const io = createSockets();
  const { realtime, shared } = await openRealtime(io, redis, log, metrics.countEvents);
  const ctx = createContext(
    { ...ground, boundedLog, heartbeat, pageUrl, installationKey, redis, realtime },
    onReplaced,
  );
  openGateway(io, http.server, { authenticate: ctx.sessions.find, publicUrl, ...guards });
  const connections = guardConnections(http.server, addresses);
  metrics.countSockets(io);
  const signals = takeSignals(io, ctx);
  const reads = createFairShare();
  const routes = serveRoutes(http, ctx, connections, reads);
  observeApp(metrics, ctx, { reads, signals, overload, refusals });
  serveApiDocs(http, throttleByAddress(addresses));
  serveMetrics(http, config, metrics);
  await ctx.presence.start();
  await ctx.indexer.start();
  await ctx.push.start();
  ctx.exporter.start();
  const jobs = startJobs(ctx);
  const resync = resyncAfterUnknownCommit(db, realtime, log);
  answerOperators(ctx);
  return {
    ctx,
    http,
    routes,
    async listen() {
      await http.listen({ host: config.host, port: config.port });
      return portOf(http.server);
    },
    close: () =>
      closeApp({ ctx, http, io, jobs, resync, shared, connections, overload, boundedLog }),
  };
}

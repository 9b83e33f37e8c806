import { timingSafeEqual } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Config } from '../config/env.ts';
import type { Database } from '../db/database.ts';
import { bearerToken } from '../http/viewer.ts';
import type { LiveServer } from '../realtime/live-sockets.ts';
import type { CountEvents } from '../realtime/publish.ts';
import { forbidden } from '../shared/errors.ts';
import { version } from '../shared/version.ts';

const SECONDS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];
const STATEMENT_SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.1, 0.5, 2.5, 10];

// Each look at the event loop wakes the process: all of them cost a quarter per cent of a core. Looks begin with the first
// reading, so that a server whose figures nobody reads does without them.
const LOOP_MS = 20;

// Socket.IO's own, with which a socket ends at the server.
const WAYS_TO_END = [
  'client namespace disconnect',
  'server namespace disconnect',
  'server shutting down',
  'forced close',
  'forced server close',
  'parse error',
  'ping timeout',
  'transport close',
  'transport error',
];

/** One number, or one for each value of the label; undefined where nothing can be told. */
type Amount = number | Record<string, number> | undefined;

/** A figure that is asked for at each reading. */
export interface Figure {
  /** A counter, which only rises, ends with `_total`. */
  name: `chat_${string}`;
  help: string;
  label?: string;
  find: () => Amount | Promise<Amount>;
}

/** Figures of one server in Prometheus' own words; they carry routes and events, never names, texts or addresses. */
export interface Metrics {
  /** Times every request by the route that served it. */
  timeRequests(http: FastifyInstance): void;
  /** Times every statement by what it does. */
  timeStatements(db: Database): void;
  /** Counts the open sockets, and why others ended. */
  countSockets(io: LiveServer): void;
  /** Counts events that are published, by name. */
  countEvents: CountEvents;
  /** A figure that cannot be found in time is left out; the others are given all the same. */
  observe(figure: Figure): void;
  contentType: string;
  text(): Promise<string>;
}

// Memory, processor and event loop are the process's: observed once, however many servers it holds.
let processRegistry: Registry | undefined;

function observeProcess(): Registry {
  if (!processRegistry) {
    processRegistry = new Registry();
    collectDefaultMetrics({ register: processRegistry, eventLoopMonitoringPrecision: LOOP_MS });
  }
  return processRegistry;
}

/** The version that answers, to be joined with the other figures; its value says nothing. */
function showBuild(registry: Registry): void {
  new Gauge({
    name: 'chat_build_info',
    help: 'The version of the server, and that of Node it runs on',
    labelNames: ['version', 'node'] as const,
    registers: [registry],
  }).set({ version, node: process.version }, 1);
}

export function createMetrics(): Metrics {
  const registry = new Registry();
  showBuild(registry);
  const registers = [registry];
  const requests = new Histogram({
    name: 'chat_http_request_seconds',
    help: 'Time to answer a request, by route and status',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: SECONDS,
    registers,
  });
  const events = new Counter({
    name: 'chat_events_published_total',
    help: 'Events published to rooms, once each however many sockets get them',
    labelNames: ['event'] as const,
    registers,
  });
  return {
    timeRequests(http) {
      http.addHook('onResponse', async ({ method, routeOptions }, reply) => {
        const labels = { method, route: routeOptions.url ?? 'none', status: reply.statusCode };
        requests.observe(labels, reply.elapsedTime / 1000);
      });
    },
    timeStatements: (db) => timeStatements(registry, db),
    countSockets: (io) => countSockets(registry, io),
    countEvents: (event, count) => events.inc({ event }, count),
    observe: (figure) => observeFigure(registry, figure),
    contentType: registry.contentType,
    text: () => Registry.merge([observeProcess(), registry]).metrics(),
  };
}

function timeStatements(registry: Registry, db: Database): void {
  const statements = new Histogram({
    name: 'chat_statement_seconds',
    help: 'Time of a statement, from asking for a connection to its answer',
    labelNames: ['kind'] as const,
    buckets: STATEMENT_SECONDS,
    registers: [registry],
  });
  db.timeStatements((kind, ms) => statements.observe({ kind }, ms / 1000));
}

function countSockets(registry: Registry, io: LiveServer): void {
  new Gauge({
    name: 'chat_sockets',
    help: 'Sockets of signed-in people, registered or not',
    registers: [registry],
    collect() {
      this.set(io.sockets.sockets.size);
    },
  });
  const ended = new Counter({
    name: 'chat_sockets_ended_total',
    help: 'Sockets of signed-in people that ended, by the reason',
    labelNames: ['reason'] as const,
    registers: [registry],
  });
  for (const reason of WAYS_TO_END) ended.inc({ reason }, 0);
  const count = (reason: string) => ended.inc({ reason });
  io.on('connection', (socket) => socket.on('disconnect', count));
}

// Prometheus waits for 10 s, within which every part that does not answer must be given up.
const LONGEST_MS = 4_000;

/** The amount, if it is found in time; undefined otherwise. */
async function findInTime({ find }: Figure): Promise<Amount> {
  const waiting = new AbortController();
  const late = pause(LONGEST_MS, undefined, { signal: waiting.signal }).catch(() => undefined);
  try {
    return await Promise.race([late, find()]);
  } catch {
    return undefined;
  } finally {
    waiting.abort();
  }
}

function observeFigure(registry: Registry, figure: Figure): void {
  const { name, help, label } = figure;
  const about = { name, help, labelNames: label ? [label] : [], registers: [registry] };
  async function collect(
    metric: Gauge | Counter,
    add: (labels: Record<string, string>, amount: number) => void,
  ): Promise<void> {
    const found = await findInTime(figure);
    metric.reset();
    if (!label) {
      // Without a label it would be told as 0.
      metric.remove();
      if (typeof found === 'number') add({}, found);
    } else if (typeof found === 'object') {
      for (const [value, amount] of Object.entries(found)) add({ [label]: value }, amount);
    }
  }
  if (name.endsWith('_total')) {
    const counter: Counter = new Counter({
      ...about,
      collect: () => collect(counter, (labels, amount) => counter.inc(labels, amount)),
    });
  } else {
    const gauge: Gauge = new Gauge({
      ...about,
      collect: () => collect(gauge, (labels, amount) => gauge.set(labels, amount)),
    });
  }
}

/** `GET /api/metrics`: Prometheus text, no envelope (rules/installation 9). */
export function serveMetrics(http: FastifyInstance, config: Config, metrics: Metrics): void {
  http.get('/api/metrics', async (request, reply) => {
    admitMetricsReader(request, config);
    return reply.type(metrics.contentType).send(await metrics.text());
  });
}

const LOOPBACK = /^(?:127(?:\.\d{1,3}){3}|::1|::ffff:127(?:\.\d{1,3}){3})$/;

// A proxy on this machine calls from loopback, too: forwarded calls are not local.
const isForwarded = ({ headers }: FastifyRequest) =>
  headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined;

const isLocal = (request: FastifyRequest) =>
  LOOPBACK.test(request.socket.remoteAddress ?? '') && !isForwarded(request);

function isLoopbackUrl(url: string): boolean {
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '');
  return host === 'localhost' || LOOPBACK.test(host);
}

/** Behind a proxy every caller may come from loopback, so that it proves nothing. */
const isBehindProxy = ({ trustProxy, publicUrl }: ReaderSettings) =>
  trustProxy !== false || (publicUrl !== undefined && !isLoopbackUrl(publicUrl));

function isSame(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}

type ReaderSettings = Pick<Config, 'metricsToken' | 'trustProxy' | 'publicUrl'>;

/** Admits callers of this machine where there is no proxy, and callers with `METRICS_TOKEN`; otherwise 403 (rules/installation 9). */
function admitMetricsReader(request: FastifyRequest, settings: ReaderSettings): void {
  const { metricsToken } = settings;
  const given = bearerToken(request);
  if (metricsToken !== undefined && given !== undefined && isSame(given, metricsToken)) return;
  if (isBehindProxy(settings) || !isLocal(request)) throw forbidden();
}

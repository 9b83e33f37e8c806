import type { FastifyInstance } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { LiveServer, Realtime } from '../realtime/publish.ts';
import { version } from '../shared/version.ts';

const SECONDS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

// Each look at the event loop wakes the process, which costs more than all else that it does while nobody speaks. As
// often as `http/overload.ts` looks, so that one waking is both.
const LOOP_MS = 20;

/** Figures of one server in Prometheus' own words; they carry routes and events, never names, texts or addresses. */
export interface Metrics {
  /** Times every request by the route that served it. */
  timeRequests(http: FastifyInstance): void;
  countSockets(io: LiveServer): void;
  /** The same realtime; published events are counted by name. */
  countEvents(realtime: Realtime): Realtime;
  /** Messages past their time that are held back; each reading asks the database. */
  observeHeldBack(find: FindHeldBack): void;
  /** Messages that searches do not find yet; each reading asks the database. */
  observeSearchIndex(find: FindBacklog): void;
  /** Entries in Redis that were not done, by the reason. */
  observeRejected(count: () => Record<string, number>): void;
  contentType: string;
  text(): Promise<string>;
}

type FindHeldBack = () => Promise<{ by: string; messages: number } | undefined>;
type FindBacklog = () => Promise<{ newMessages: number; oldMessages: number }>;

// Memory, processor and event loop are the process's: observed once, however many servers it holds.
let processRegistry: Registry | undefined;

function observeProcess(): Registry {
  if (!processRegistry) {
    processRegistry = new Registry();
    collectDefaultMetrics({ register: processRegistry, eventLoopMonitoringPrecision: LOOP_MS });
  }
  return processRegistry;
}

/** Which version answers, to be joined with the other figures; its value says nothing. */
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
  const requests = new Histogram({
    name: 'chat_http_request_seconds',
    help: 'Time to answer a request, by route and status',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: SECONDS,
    registers: [registry],
  });
  const events = new Counter({
    name: 'chat_events_published_total',
    help: 'Events published to rooms, once each however many sockets get them',
    labelNames: ['event'] as const,
    registers: [registry],
  });
  return {
    timeRequests(http) {
      http.addHook('onResponse', async ({ method, routeOptions }, reply) => {
        const labels = { method, route: routeOptions.url ?? 'none', status: reply.statusCode };
        requests.observe(labels, reply.elapsedTime / 1000);
      });
    },
    countSockets(io) {
      new Gauge({
        name: 'chat_sockets',
        help: 'Sockets of signed-in people, registered or not',
        registers: [registry],
        collect() {
          this.set(io.sockets.sockets.size);
        },
      });
    },
    countEvents: (realtime) => ({
      ...realtime,
      publish(rooms, event, payload, except) {
        events.inc({ event });
        realtime.publish(rooms, event, payload, except);
      },
    }),
    observeHeldBack: (find) => observeHeldBack(registry, find),
    observeSearchIndex: (find) => observeSearchIndex(registry, find),
    observeRejected: (count) => observeRejected(registry, count),
    contentType: registry.contentType,
    text: () => Registry.merge([observeProcess(), registry]).metrics(),
  };
}

function observeHeldBack(registry: Registry, find: FindHeldBack): void {
  new Gauge({
    name: 'chat_retention_held_messages',
    help: 'Messages past RETENTION_DAYS that are held back, by what holds them, 100000 at most',
    labelNames: ['by'] as const,
    registers: [registry],
    async collect() {
      this.reset();
      // Without the database the other figures are given all the same.
      const held = await find().catch(() => null);
      if (held === null) return;
      for (const by of ['CLOCK', 'LIMIT']) {
        this.set({ by: by.toLowerCase() }, held?.by === by ? held.messages : 0);
      }
    },
  });
}

function observeRejected(registry: Registry, count: () => Record<string, number>): void {
  new Counter({
    name: 'chat_redis_rejected_total',
    help: 'Entries in Redis that no process of this installation has just written, by the reason',
    labelNames: ['reason'] as const,
    registers: [registry],
    collect() {
      this.reset();
      for (const [reason, times] of Object.entries(count())) this.inc({ reason }, times);
    },
  });
}

function observeSearchIndex(registry: Registry, find: FindBacklog): void {
  new Gauge({
    name: 'chat_search_waiting_messages',
    help: 'Messages that searches do not find yet, by whether they were there before the index',
    labelNames: ['kind'] as const,
    registers: [registry],
    async collect() {
      this.reset();
      const backlog = await find().catch(() => undefined);
      if (!backlog) return;
      this.set({ kind: 'new' }, backlog.newMessages);
      this.set({ kind: 'old' }, backlog.oldMessages);
    },
  });
}

import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Config } from '../config/env.ts';
import { bearerToken } from '../http/viewer.ts';
import { forbidden } from '../shared/errors.ts';
import type { Metrics } from './metrics.ts';

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

import type { FastifyInstance } from 'fastify';
import type { Config } from '../config/env.ts';
import { admitMetricsReader } from './admit-reader.ts';
import type { Metrics } from './metrics.ts';

/** `GET /api/metrics`: Prometheus text, no envelope (rules/installation 9). */
export function serveMetrics(http: FastifyInstance, config: Config, metrics: Metrics): void {
  http.get('/api/metrics', async (request, reply) => {
    admitMetricsReader(request, config);
    return reply.type(metrics.contentType).send(await metrics.text());
  });
}

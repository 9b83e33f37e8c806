import { timingSafeEqual } from 'node:crypto';
import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { forbidden } from '../http/errors.ts';
import { bearerToken } from '../http/viewer.ts';

const LOOPBACK = /^(?:127(?:\.\d{1,3}){3}|::1|::ffff:127(?:\.\d{1,3}){3})$/;

// A proxy on this very machine calls from loopback too, on behalf of anybody: what it forwards is not local.
const isForwarded = ({ headers }: FastifyRequest) =>
  headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined;

function isLocal(request: FastifyRequest, trustProxy: boolean): boolean {
  const isOwnMachine = isIP(request.ip) !== 0 && LOOPBACK.test(request.ip);
  return isOwnMachine && (trustProxy || !isForwarded(request));
}

function isSame(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}

/** Figures are for this machine's own callers, and for who knows `METRICS_TOKEN` (contract §1); else 403. */
export function admitMetricsReader(
  request: FastifyRequest,
  { metricsToken, trustProxy }: { metricsToken: string | undefined; trustProxy: boolean },
): void {
  const given = bearerToken(request);
  if (metricsToken !== undefined && given !== undefined && isSame(given, metricsToken)) return;
  if (!isLocal(request, trustProxy)) throw forbidden();
}

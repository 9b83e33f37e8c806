import type { FastifyBaseLogger } from 'fastify';
import pino from 'pino';
import type { Config } from './env.ts';

// Requests are logged without bodies; these are the places where a secret could still stand.
const SECRETS = ['*.headers.authorization', '*.headers.cookie', '*.password', '*.accessToken'];

// A database explains a refused row with all that stands in it: that is nobody's business.
const OMITTED = new Set(['detail', 'where']);
// A lost connection's error carries the whole client along.
const isWhole = (value: unknown) =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function describeError(error: Error): Record<string, unknown> {
  const described = pino.stdSerializers.err(error);
  return Object.fromEntries(
    Object.entries(described).filter(([name, value]) => !OMITTED.has(name) && !isWhole(value)),
  );
}

export function createLog(
  level: Config['logLevel'],
  target: pino.DestinationStream = pino.destination({ dest: 2, sync: true }),
): FastifyBaseLogger {
  return pino({ level, redact: SECRETS, serializers: { err: describeError } }, target);
}

/** From now on what Node would write in words of its own, over several lines, is a line of the log like any other. */
export function logOfNode(log: FastifyBaseLogger): void {
  process.removeAllListeners('warning');
  process.on('warning', (warning) => log.warn({ err: warning }, 'Node warns'));
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'ended by an error that nobody expected');
    process.exit(1);
  });
}

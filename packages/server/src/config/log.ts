import type { FastifyBaseLogger } from 'fastify';
import pino from 'pino';
import type { Config } from './env.ts';

// Requests are logged without bodies; these are the places where a secret could still stand.
const SECRETS = ['req.headers.authorization', 'req.headers.cookie', '*.password', '*.accessToken'];

export function createLog(level: Config['logLevel']): FastifyBaseLogger {
  return pino({ level, redact: SECRETS }, pino.destination({ dest: 2, sync: true }));
}

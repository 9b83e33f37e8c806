import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { unavailable } from '../../shared/errors.ts';
import { httpTexts } from '../../shared/http.texts.ts';
import { hasBody } from './unfinished.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Counts among those that are being answered. */
    isUnderWay: boolean;
  }
}

/** Limits above which new work is refused, so that requests under way still finish. */
export interface OverloadLimits {
  /** Requests of the API that have come in and are being answered at the same time. */
  maxConcurrent: number;
  /** How late a look at the event loop may come. */
  maxLagMs: number;
  /** Looks in a row later than `maxLagMs`; a single long stall is over when it is noticed. */
  lateLooks: number;
}

export interface Overload {
  /** The process lags: new sockets should wait as well. */
  isLagging(): boolean;
  /** Answers 503 with `Retry-After` beyond the limits; health and figures are always served. */
  guard(http: FastifyInstance): void;
  /** Requests that are being answered, and those that were turned away. */
  load(): { underWay: number; refused: number };
  close(): void;
}

const LIMITS: OverloadLimits = { maxConcurrent: 2_000, maxLagMs: 1_000, lateLooks: 4 };
// Each look wakes the process. Node's own monitor of the event loop wakes it every 20 ms: a quarter per cent of a core,
// which is what the pings of more than a hundred people cost.
const LOOK_EVERY_MS = 250;
// Health and figures are always served; files are no work.
const NO_WORK = /^(?!\/api\/)|^\/api\/((health|metrics)(\?|$)|docs(\/|\?|$))/;
const isNoWork = (url: string): boolean => NO_WORK.test(url);

export function createOverload(limits: OverloadLimits = LIMITS): Overload {
  let lookedAt = performance.now();
  let late = 0;
  const timer = setInterval(() => {
    const now = performance.now();
    const lagMs = now - lookedAt - LOOK_EVERY_MS;
    lookedAt = now;
    late = lagMs > limits.maxLagMs ? late + 1 : 0;
  }, LOOK_EVERY_MS);
  timer.unref();
  const isLagging = () => late >= limits.lateLooks;
  let underWay = 0;
  let refused = 0;

  return {
    isLagging,
    load: () => ({ underWay, refused }),
    guard(http) {
      http.decorateRequest('isUnderWay', false);

      function leave(request: FastifyRequest): void {
        if (!request.isUnderWay) return;
        request.isUnderWay = false;
        underWay--;
      }

      function begin(request: FastifyRequest, { raw }: FastifyReply): void {
        request.isUnderWay = true;
        underWay++;
        // Comes for every answer, also for one whose caller has gone.
        raw.once('close', () => leave(request));
      }

      http.addHook('onRequest', (request, reply, done) => {
        if (isNoWork(request.url)) return done();
        if (underWay >= limits.maxConcurrent || isLagging()) {
          refused++;
          return done(unavailable(httpTexts.overloaded));
        }
        if (!hasBody(request.raw)) begin(request, reply);
        done();
      });
      // A body that does not come is no work, however many of them are waited for.
      http.addHook('preValidation', (request, reply, done) => {
        if (!request.isUnderWay && !isNoWork(request.url)) begin(request, reply);
        done();
      });
      // Nor is an answer that its caller does not read.
      http.addHook('onSend', (request, _reply, payload, done) => {
        leave(request);
        done(null, payload);
      });
    },
    close: () => clearInterval(timer),
  };
}

import { monitorEventLoopDelay } from 'node:perf_hooks';
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
  /** How late the event loop may be, on average over a moment of half a second. */
  maxLagMs: number;
  /** Moments in a row beyond `maxLagMs`; a single long stall is over when it is noticed. */
  lateMoments: number;
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

const LIMITS: OverloadLimits = { maxConcurrent: 2_000, maxLagMs: 1_000, lateMoments: 4 };
const RESOLUTION_MS = 20;
const MOMENT_MS = 500;
// Health and figures are always served; files are no work.
const NO_WORK = /^(?!\/api\/)|^\/api\/((health|metrics)(\?|$)|docs(\/|\?|$))/;
const isNoWork = (url: string): boolean => NO_WORK.test(url);

export function createOverload(limits: OverloadLimits = LIMITS): Overload {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delay.enable();
  let late = 0;
  const timer = setInterval(() => {
    const lagMs = delay.mean / 1e6 - RESOLUTION_MS;
    late = lagMs > limits.maxLagMs ? late + 1 : 0;
    delay.reset();
  }, MOMENT_MS);
  timer.unref();
  const isLagging = () => late >= limits.lateMoments;
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
    close() {
      clearInterval(timer);
      delay.disable();
    },
  };
}

import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { FastifyInstance } from 'fastify';
import { unavailable } from './errors.ts';
import { httpTexts } from './http.texts.ts';

/** From where on new work is turned away, so that what is under way still gets done. */
export interface OverloadLimits {
  /** Requests of the API that are being answered at the same time. */
  mostAtOnce: number;
  /** How late the event loop may be, on average over a moment of half a second. */
  longestLagMs: number;
  /** So many moments in a row beyond it; a single long stall is over when it is noticed. */
  lateMoments: number;
}

export interface Overload {
  /** The process lags: new sockets should wait as well. */
  isLagging(): boolean;
  /** Answers 503 with `Retry-After` to what comes beyond the limits; health and figures are always told. */
  guard(http: FastifyInstance): void;
  close(): void;
}

const LIMITS: OverloadLimits = { mostAtOnce: 2_000, longestLagMs: 1_000, lateMoments: 4 };
const RESOLUTION_MS = 20;
const MOMENT_MS = 500;
const ALWAYS_ANSWERED = /^\/api\/(health|metrics)(\?|$)/;

export function createOverload(limits: OverloadLimits = LIMITS): Overload {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delay.enable();
  let late = 0;
  const timer = setInterval(() => {
    const lagMs = delay.mean / 1e6 - RESOLUTION_MS;
    late = lagMs > limits.longestLagMs ? late + 1 : 0;
    delay.reset();
  }, MOMENT_MS);
  timer.unref();
  const isLagging = () => late >= limits.lateMoments;
  let underWay = 0;

  return {
    isLagging,
    guard(http) {
      http.addHook('onRequest', async ({ url }, reply) => {
        if (!url.startsWith('/api/') || ALWAYS_ANSWERED.test(url)) return;
        if (underWay >= limits.mostAtOnce || isLagging()) throw unavailable(httpTexts.overloaded);
        underWay++;
        // Comes for every answer, also for one whose caller has gone.
        reply.raw.once('close', () => {
          underWay--;
        });
      });
    },
    close() {
      clearInterval(timer);
      delay.disable();
    },
  };
}

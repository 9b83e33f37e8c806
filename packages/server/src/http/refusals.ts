import type { FastifyBaseLogger, FastifyRequest } from 'fastify';
import { AppError } from '../shared/errors.ts';
import { plainAddress } from './addresses.ts';

const REASONS = [
  'sign-in failed',
  'not allowed',
  'too many requests',
  'foreign origin',
  'too many signed out',
  'too many sockets',
] as const;

/** Why a caller was refused, as the log and the figures say it. */
export type RefusalReason = (typeof REASONS)[number];

/** Tells in the log, and counts, whom the server refused, from where (rules/api 22). */
export interface Refusals {
  /** `about`: routes and ids, never what somebody typed. */
  note(reason: RefusalReason, address: string, about?: Record<string, unknown>): void;
  counts(): Record<RefusalReason, number>;
  close(): void;
}

// A flood makes a line a minute, whatever it asks for.
const MINUTE_MS = 60_000;
const MAX_APART = 1_000;

interface Repeated {
  times: number;
  flush: () => void;
  timer: NodeJS.Timeout;
}

export function createRefusals(log: FastifyBaseLogger): Refusals {
  const counts = Object.fromEntries(REASONS.map((reason) => [reason, 0])) as Record<
    RefusalReason,
    number
  >;
  const repeated = new Map<string, Repeated>();

  /** The first is told at once; those of the next minute with one line at its end. */
  function logOnce(reason: RefusalReason, address: string, about: object): void {
    const key = repeated.size < MAX_APART ? `${reason} ${address}` : reason;
    const known = repeated.get(key);
    if (known) {
      known.times++;
      return;
    }
    const line = { reason, address, ...about };
    log.warn(line, 'refused');
    const flush = () => {
      repeated.delete(key);
      const { times } = entry;
      if (times > 0) log.warn({ ...line, times }, 'refused again');
    };
    const entry: Repeated = { times: 0, flush, timer: setTimeout(flush, MINUTE_MS).unref() };
    repeated.set(key, entry);
  }

  return {
    note(reason, address, about = {}) {
      counts[reason]++;
      // Checks of passwords are few enough to be told each: programs that shut addresses out count these lines.
      if (reason === 'sign-in failed') log.warn({ reason, address, ...about }, 'refused');
      else logOnce(reason, address, about);
    },
    counts: () => ({ ...counts }),
    close() {
      for (const { timer, flush } of [...repeated.values()]) {
        clearTimeout(timer);
        flush();
      }
    },
  };
}

function reasonOf(error: unknown, status: number): RefusalReason | undefined {
  if (status === 429) return 'too many requests';
  if (status === 403) return 'not allowed';
  return error instanceof AppError && error.isFailedSignIn ? 'sign-in failed' : undefined;
}

/** Notes a call that was answered with a refusal; what its session ended for is none. */
export function noteRefusal(
  refusals: Refusals,
  request: FastifyRequest,
  { error, status }: { error: unknown; status: number },
): void {
  const reason = reasonOf(error, status);
  if (reason === undefined) return;
  const { id: reqId, method, viewer, routeOptions } = request;
  const userId = viewer?.uuid ?? (error instanceof AppError ? error.userId : undefined);
  const about = { reqId, method, route: routeOptions.url, userId };
  refusals.note(reason, plainAddress(request.ip), about);
}

import type { FastifyBaseLogger, FastifyRequest } from 'fastify';
import { tokenBucket } from '../security/limiter.ts';
import { AppError } from '../shared/errors.ts';
import { networkOf, plainAddress } from './addresses.ts';

/** A line of the log. */
interface Line {
  level?: 'info' | 'warn' | 'error';
  words: string;
  about: object;
}

/** Lines that anybody can bring about, as often as they like: whatever they do, the log grows slowly (rules/api 23). */
export interface BoundedLog {
  /** One line at once; for as long as the same comes from the same, one more a minute, by how often it came. */
  once(kind: string, from: string, line: Line): void;
  /** Each has its line, and in a flood some a minute. */
  each(kind: string, from: string, line: Line): void;
  close(): void;
}

const MINUTE_MS = 60_000;
const MAX_APART = 1_000;
// Far more than a program that counts them needs to shut an address out.
const EACH_IN_A_ROW = 100;
const EACH_A_MINUTE = 5;

interface Repeated {
  times: number;
  /** Tells how often it was since the last line, if it was. */
  write: () => void;
  timer: NodeJS.Timeout;
}

export function createBoundedLog(log: FastifyBaseLogger): BoundedLog {
  const repeated = new Map<string, Repeated>();
  const pace = tokenBucket({ aSecond: EACH_A_MINUTE / 60, burst: EACH_IN_A_ROW });

  function begin(key: string, { level = 'warn', words, about }: Line): Repeated {
    const look = () => {
      if (entry.times === 0) repeated.delete(key);
      else entry.timer = setTimeout(look, MINUTE_MS).unref();
      entry.write();
    };
    const entry: Repeated = {
      times: 0,
      write() {
        const { times } = entry;
        entry.times = 0;
        if (times > 0) log[level]({ ...about, times }, `${words} again`);
      },
      timer: setTimeout(look, MINUTE_MS).unref(),
    };
    return entry;
  }

  function once(kind: string, from: string, line: Line): void {
    const key = repeated.size < MAX_APART ? `${line.words} ${kind} ${from}` : line.words;
    const known = repeated.get(key);
    if (known) known.times++;
    else {
      log[line.level ?? 'warn'](line.about, line.words);
      repeated.set(key, begin(key, line));
    }
  }

  return {
    once,
    each(kind, from, line) {
      if (pace(`${line.words} ${kind} ${from}`) > 0) once(kind, from, line);
      else log[line.level ?? 'warn'](line.about, line.words);
    },
    close() {
      for (const { timer, write } of repeated.values()) {
        clearTimeout(timer);
        write();
      }
      repeated.clear();
    },
  };
}

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
}

export function createRefusals(log: BoundedLog): Refusals {
  const counts = Object.fromEntries(REASONS.map((reason) => [reason, 0])) as Record<
    RefusalReason,
    number
  >;
  return {
    note(reason, address, about = {}) {
      counts[reason]++;
      const line = { words: 'refused', about: { reason, address, ...about } };
      // Programs that shut addresses out count these lines.
      if (reason === 'sign-in failed') log.each(reason, networkOf(address), line);
      else log.once(reason, networkOf(address), line);
    },
    counts: () => ({ ...counts }),
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

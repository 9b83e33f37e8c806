import type { FastifyRequest } from 'fastify';
import { AppError } from '../shared/errors.ts';
import { networkOf, plainAddress } from './addresses.ts';
import type { BoundedLog } from './bounded-log.ts';

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

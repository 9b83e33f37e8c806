import { EngineLostError } from '@chat/embedded-postgres/engine-thread';
import type { FastifyBaseLogger } from 'fastify';
import { codeOf, messageOf } from '../shared/errors.ts';

const constraintOf = (error: unknown): unknown =>
  typeof error === 'object' && error !== null && 'constraint' in error ? error.constraint : '';

/** A partition refuses by its own constraint, messages_p3_reference_key (deploy/postgres/partition-messages.sql). */
const wholeName = (constraint: unknown) => String(constraint).replace(/_p\d+_/, '_');

/** True when `error` is the database refusing a second row under the named unique constraint or index. */
export function isUniqueViolation(error: unknown, constraint: string): boolean {
  return codeOf(error) === '23505' && wholeName(constraintOf(error)) === constraint;
}

/** True when `error` is the database refusing to remove or name a row because of the named foreign key. */
export function isForeignKeyViolation(error: unknown, constraint: string): boolean {
  return codeOf(error) === '23503' && constraintOf(error) === constraint;
}

/** True when the database has no room left on its disk. */
export const isDiskFull = (error: unknown) => codeOf(error) === '53100';

/** True when the database takes reads only: another one may have taken its place. */
export const takesReadsOnly = (error: unknown) => codeOf(error) === '25006';

/** True when the database broke a deadlock at our cost: nothing was done, and it may be done again. */
export const isDeadlock = (error: unknown) => codeOf(error) === '40P01';

/** True when the database will be there in a moment: it starts, or recovers from a crash. */
export const isStarting = (error: unknown) => codeOf(error) === '57P03';

/** Awaits a write; a constraint named in `refusals` that stops it becomes the error given for it. */
export async function orRefuse<T>(
  write: Promise<T>,
  refusals: Record<string, () => Error>,
): Promise<T> {
  try {
    return await write;
  } catch (error) {
    for (const [constraint, refusal] of Object.entries(refusals)) {
      if (isUniqueViolation(error, constraint) || isForeignKeyViolation(error, constraint)) {
        throw refusal();
      }
    }
    throw error;
  }
}

// Node's codes: no listener, no such host, connection broken.
const LINE_BROKEN =
  /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)$/;
// PostgreSQL's for: connection lost, out of resources, shutting down or starting, took too long, lock or idle time
// over, a deadlock broken, disk failed, a standby that has not taken over yet.
const SERVER_REFUSES = /^(08\d{3}|53\d{3}|57P0[1-5]|57014|55P03|25P0[34]|40P01|40001|58030|25006)$/;
// Errors of `pg` that have no code.
const DRIVER_GAVE_UP =
  /Connection terminated|timeout exceeded when trying to connect|connection error and is not queryable|Query read timeout/;

/** A pooler says 08P01 for all that it refuses; PostgreSQL names the routine that found a protocol violated. */
const isPoolers = (error: Error): boolean =>
  codeOf(error) === '08P01' && !('routine' in error && error.routine);

// The server gave the connection up for reasons of its own: a full disk, say, keeps a new one from writing its files.
const gaveUp = ({ severity, code }: { severity: unknown; code: string }) =>
  severity === 'FATAL' && code.startsWith('XX');

/** True for what passes by itself: the database is away or busy, and nothing is known to be wrong with the request. */
export function isTransient(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof EngineLostError) return true;
  const code = codeOf(error);
  const severity = 'severity' in error ? error.severity : undefined;
  const isRefused = SERVER_REFUSES.test(code) || isPoolers(error) || gaveUp({ severity, code });
  return isRefused || LINE_BROKEN.test(code) || DRIVER_GAVE_UP.test(error.message);
}

const SQLSTATE = /^[0-9A-Z]{5}$/;
// Values out of range, constraints, limits of the database, and what a trigger refuses.
const REFUSED_FOR_A_ROW = /^(22|23|54|P0)/;

/** True for what one row of several may have brought about; false where all rows fare alike. */
export function isOfOneRow(error: unknown): boolean {
  const code = codeOf(error);
  return !isTransient(error) && (!SQLSTATE.test(code) || REFUSED_FOR_A_ROW.test(code));
}

// The transient faults that may come after a statement was sent.
const BROKEN_UNDER_WAY =
  /^(ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|08\d{3}|57P0[1-5])$/;
// A connection that was never made has sent nothing: 'Connection terminated due to connection timeout'.
const GAVE_UP_WAITING = /Connection terminated(?! due to connection timeout)|Query read timeout/;

// PgBouncer's words for a statement that it has not passed on.
const NOT_PASSED_ON =
  /query_wait_timeout|no more connections allowed|cannot connect|server_login|client_login_timeout|shutting down/;
const wasPassedOn = (error: Error) => isPoolers(error) && !NOT_PASSED_ON.test(error.message);

/** The connection was being made, by one address or by one after the other. */
const wasConnecting = (error: Error) =>
  error instanceof AggregateError || ('syscall' in error && error.syscall === 'connect');

/** True when nobody can know whether the statement that failed so was carried out. */
export function isCommitUnknown(error: unknown): boolean {
  if (!(error instanceof Error) || wasConnecting(error)) return false;
  const hasPanicked = 'severity' in error && error.severity === 'PANIC';
  if (wasPassedOn(error)) return true;
  return hasPanicked || BROKEN_UNDER_WAY.test(codeOf(error)) || GAVE_UP_WAITING.test(error.message);
}

/** One outage fails a great many works, each for the same reason: a short line for each. */
export const lineOfFailure = (error: unknown) =>
  isTransient(error)
    ? ({ level: 'warn', about: { reason: messageOf(error) } } as const)
    : ({ level: 'error', about: { err: error } } as const);

export function logFailure(log: FastifyBaseLogger, error: unknown, words: string, more = {}): void {
  const { level, about } = lineOfFailure(error);
  log[level]({ ...more, ...about }, words);
}

/** For work that is done again soon: a database that is away is the next time's business. */
export const logUnlessTransient = (log: FastifyBaseLogger, words: string) => (error: unknown) => {
  if (!isTransient(error)) log.error({ err: error }, words);
};

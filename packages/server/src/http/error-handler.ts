import type { ErrorEnvelope } from '@chat/contract/shared/envelope';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { StorageError } from '../storage/storage.ts';
import { AppError, notFound } from './errors.ts';
import { httpTexts } from './http.texts.ts';

const textOfStatus: Record<number, string> = {
  400: httpTexts.unreadableBody,
  404: httpTexts.notFound,
  413: httpTexts.tooLarge,
  415: httpTexts.wrongMediaType,
};

// Node's and PostgreSQL's names for: cannot connect, connection lost, shutting down, too many clients, took too long.
const DATABASE_DOWN =
  /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|57P0[1-5]|57014|08\d{3}|53\d{3})$/;
const LOST_CONNECTION = /Connection terminated|timeout exceeded when trying to connect/;

function isDatabaseDown(error: FastifyError): boolean {
  return DATABASE_DOWN.test(error.code ?? '') || LOST_CONNECTION.test(error.message);
}

// An address that no path id can stand in names nothing (contract §2).
const NO_SUCH_ADDRESS = new Set(['FST_ERR_BAD_URL', 'FST_ERR_MAX_PARAM_LENGTH']);

function toAppError(error: FastifyError): AppError {
  if (error instanceof AppError) return error;
  if (NO_SUCH_ADDRESS.has(error.code)) return notFound();
  if (error instanceof StorageError)
    return new AppError(503, httpTexts.storageDown, {}, { 'Retry-After': '2' });
  if (isDatabaseDown(error))
    return new AppError(503, httpTexts.databaseDown, {}, { 'Retry-After': '2' });
  const status = error.statusCode ?? 500;
  if (status >= 400 && status < 500) {
    return new AppError(status, textOfStatus[status] ?? httpTexts.unreadableBody);
  }
  return new AppError(500, httpTexts.unexpected);
}

/** Every failure of every route ends here and leaves as the error envelope; internals stay in the log, under the request's id. */
export function handleError(
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const { status, message, errors, headers } = toAppError(error);
  const body: ErrorEnvelope & { requestId?: string } = { message, errors, statusCode: status };
  if (status >= 500) {
    request.log.error({ err: error }, 'request failed');
    body.requestId = request.id;
  }
  reply.status(status).headers(headers).send(body);
}

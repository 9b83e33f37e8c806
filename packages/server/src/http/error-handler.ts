import type { ErrorEnvelope } from '@chat/contract/route';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { isDiskFull } from '../db/faults.ts';
import { isTransient, logFailure } from '../db/outage.ts';
import { codeOf } from '../shared/error-parts.ts';
import { AppError, notFound, unavailable } from '../shared/errors.ts';
import { httpTexts } from '../shared/http.texts.ts';
import { shortageOf } from '../storage/shortage.ts';
import { StorageError } from '../storage/storage.ts';

const textOfStatus: Record<number, string> = {
  400: httpTexts.unreadableBody,
  404: httpTexts.notFound,
  413: httpTexts.tooLarge,
  415: httpTexts.wrongMediaType,
};

const textOfShortage = { disk: httpTexts.diskFull, descriptors: httpTexts.tooManyOpenFiles };

// An address that no path id can stand in names nothing (rules/api 5).
const NO_SUCH_ADDRESS = new Set(['FST_ERR_BAD_URL', 'FST_ERR_MAX_PARAM_LENGTH']);

/** The status that a library says a failure has; 500 where it says none. */
const statusOf = (error: unknown): number =>
  error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number'
    ? error.statusCode
    : 500;

/** The answer to a failed request. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const shortage = shortageOf(error);
  if (shortage) return unavailable(textOfShortage[shortage]);
  if (error instanceof StorageError) return unavailable(httpTexts.storageDown);
  if (isDiskFull(error)) return unavailable(httpTexts.databaseFull);
  if (isTransient(error)) return unavailable(httpTexts.databaseDown);
  if (NO_SUCH_ADDRESS.has(codeOf(error))) return notFound();
  const status = statusOf(error);
  if (status >= 400 && status < 500) {
    return new AppError(status, textOfStatus[status] ?? httpTexts.unreadableBody);
  }
  return new AppError(500, httpTexts.unexpected);
}

/** The caller hung up before the whole body had come: nobody hears the answer. */
const hasHungUp = ({ code }: FastifyError, { raw }: FastifyRequest) =>
  code === 'ECONNRESET' && raw.destroyed && !raw.complete;

/** Made for failures alone: one for each request took a microsecond of it. */
const logOf = ({ log, id }: FastifyRequest) => log.child({ reqId: id });

/** Every failure of every route ends here and leaves as the error envelope; internals stay in the log, under the request's id. */
export function handleError(
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  if (hasHungUp(error, request)) {
    logOf(request).info('the caller hung up');
    reply.status(400).send();
    return;
  }
  const { status, message, errors, headers } = toAppError(error);
  const body: ErrorEnvelope & { requestId?: string } = { message, errors, statusCode: status };
  if (status >= 500) {
    // Refusals with texts of our own are logged where they are found.
    if (error instanceof AppError) logOf(request).warn({ reason: message }, 'request failed');
    else logFailure(logOf(request), error, 'request failed');
    body.requestId = request.id;
  }
  // A file that could not be opened has named its own kind already.
  reply.status(status).headers(headers).type('application/json; charset=utf-8').send(body);
}

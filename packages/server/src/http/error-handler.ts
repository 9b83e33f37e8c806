import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { ErrorEnvelope } from '@chat/contract/route';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { isDiskFull, isTransient, lineOfFailure } from '../db/faults.ts';
import { AppError, codeOf, messageOf, notFound, unavailable } from '../shared/errors.ts';
import { httpTexts } from '../shared/http.texts.ts';
import { StorageError, shortageOf } from '../storage/storage.ts';
import { networkOf } from './addresses.ts';
import type { BoundedLog } from './bounded-log.ts';

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

/** Refusals with texts of our own, and a part that is away, are the same to all; of others each is looked into. */
function logFailed(log: BoundedLog, error: unknown, { id: reqId, ip }: FastifyRequest): void {
  const isOwn = error instanceof AppError;
  const { level, about } = isOwn
    ? ({ level: 'warn', about: { reason: error.message } } as const)
    : lineOfFailure(error);
  const line = { level, words: 'request failed', about: { reqId, ...about } };
  if (level === 'warn') log.once(messageOf(error), networkOf(ip), line);
  else log.each('', networkOf(ip), line);
}

export type HandleError = (
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
) => void;

/** Every failure of every route ends here and leaves as the error envelope; internals stay in the log, under the request's id. */
export const createErrorHandler =
  (log: BoundedLog): HandleError =>
  (error, request, reply) => {
    if (hasHungUp(error, request)) {
      const line = {
        level: 'info',
        words: 'the caller hung up',
        about: { reqId: request.id },
      } as const;
      log.once('', networkOf(request.ip), line);
      reply.status(400).send();
      return;
    }
    const { status, message, errors, headers } = toAppError(error);
    const body: ErrorEnvelope & { requestId?: string } = { message, errors, statusCode: status };
    if (status >= 500) {
      logFailed(log, error, request);
      body.requestId = request.id;
    }
    // A file that could not be opened has named its own kind already.
    reply.status(status).headers(headers).type('application/json; charset=utf-8').send(body);
  };

const answers: Record<string, [status: number, message: string]> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, httpTexts.tooSlow],
  HPE_HEADER_OVERFLOW: [431, httpTexts.tooLarge],
};

/** Ends a connection with an envelope, whatever may be at work on its request. */
export function refuse(socket: Socket, status: number, message: string): void {
  if (socket.writable) {
    const envelope: ErrorEnvelope = { message, errors: {}, statusCode: status };
    const body = JSON.stringify(envelope);
    const head = [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      'Cache-Control: no-store',
      ...(status === 429 ? ['Retry-After: 1'] : []),
      'Connection: close',
    ];
    socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
  }
  socket.destroy();
}

/** Answers bytes that are no HTTP, or that give two lengths, with an envelope, and ends the connection. */
export function answerClientError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const [status, message] = answers[error.code ?? ''] ?? [400, httpTexts.unreadableBody];
  refuse(socket, status, message);
}

import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { ErrorEnvelope } from '@chat/contract/route';
import { httpTexts } from '../shared/http.texts.ts';

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

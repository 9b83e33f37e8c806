import { fastifyCookie } from '@fastify/cookie';
import type { FastifyRequest } from 'fastify';

// For files alone: `<img>` and downloads cannot carry a header (rules/sessions 11).
const NAME = 'chat_files';
const PATH = '/api/files';
// Its session ends it sooner; without any age a browser would forget it when it is closed, and the session not.
const MAX_DAYS = 400;

/** A `Set-Cookie` that gives the browser its key to files; null takes it away. */
export function fileCookie(value: string | null, isSecure: boolean): string {
  return fastifyCookie.serialize(NAME, value ?? '', {
    httpOnly: true,
    sameSite: 'strict',
    path: PATH,
    secure: isSecure,
    maxAge: value === null ? 0 : MAX_DAYS * 24 * 3600,
  });
}

export const readFileCookie = ({ headers }: FastifyRequest): string | undefined =>
  headers.cookie === undefined ? undefined : fastifyCookie.parse(headers.cookie)[NAME];

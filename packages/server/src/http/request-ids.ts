import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Addresses } from './addresses.ts';

// As proxies make them: a uuid, nginx's 32 digits, 'Root=1-67891233-…'. Several in one request come with commas.
const ID = /^[\w.:=+/@-]{8,128}$/;

/** A request's name in answers and in the log: the one that a trusted proxy gave it, else one of our own (rules/api 21). */
export function requestIds({ isProxy }: Addresses): (request: IncomingMessage) => string {
  return ({ headers, socket }) => {
    const given = headers['x-request-id'];
    if (typeof given !== 'string' || !ID.test(given)) return randomUUID();
    return isProxy(socket.remoteAddress ?? '') ? given : randomUUID();
  };
}

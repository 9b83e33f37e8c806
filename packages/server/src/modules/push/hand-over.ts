import type { IncomingMessage } from 'node:http';
import { Agent, request } from 'node:https';
import type { Push } from '@chat/contract/push';
import webPush from 'web-push';
import { codeOf } from '../../shared/errors.ts';
import {
  guardedLookup,
  PRIVATE_ADDRESS,
  type Resolve,
  readEndpoint,
  type Target,
} from './endpoints.ts';
import type { Vapid } from './vapid.ts';

/** How a push service may treat a push (RFC 8030). */
export interface Wishes {
  /** Seconds for which a browser that is away may still get it. */
  ttl: number;
  /** A later one of the same topic replaces it. */
  topic: string;
  urgency: 'normal' | 'high';
}

/** What came of it: `taken`, the subscription is `gone`, it may go `later`, or it is `refused` for good. */
export type Outcome =
  | { kind: 'taken' | 'gone' | 'refused'; answer: AnswerKind }
  | { kind: 'later'; answer: AnswerKind; afterMs: number | undefined };

export type AnswerKind =
  | 'taken'
  | 'gone'
  | 'too_many'
  | 'failed'
  | 'no_connection'
  | 'no_answer'
  | 'private_address'
  | 'refused';

/** Hands encrypted pushes over to the push services of browsers; never throws. */
export interface HandOver {
  send(target: Target, push: Partial<Push>, wishes: Wishes): Promise<Outcome>;
  close(): void;
}

const ANSWER_MS = 10_000;
// A push service has nothing to say beyond its status.
const MAX_ANSWER_BYTES = 65_536;
const MAX_SOCKETS_OF_A_HOST = 150;
const IDLE_MS = 30_000;

interface Options {
  vapid: Vapid;
  allowsPrivate: boolean;
  resolve?: Resolve | undefined;
}

export function createHandOver({ vapid, allowsPrivate, resolve }: Options): HandOver {
  const agent = new Agent({
    keepAlive: true,
    maxSockets: MAX_SOCKETS_OF_A_HOST,
    timeout: IDLE_MS,
    lookup: guardedLookup(allowsPrivate, resolve),
  });
  return {
    async send(target, push, wishes) {
      // It was judged when the browser subscribed, by what was allowed then.
      const url = readEndpoint(target.endpoint, allowsPrivate);
      if (!url) return { kind: 'refused', answer: 'private_address' };
      const { p256dh, auth, endpoint } = target;
      const { ttl: TTL, topic, urgency } = wishes;
      const keys = { p256dh, auth };
      const { headers, body } = webPush.generateRequestDetails(
        { endpoint, keys },
        JSON.stringify(push),
        {
          TTL,
          topic,
          urgency,
        },
      );
      const authorization = vapid.authorize(endpoint);
      return post({ agent, url, headers: { ...headers, authorization }, body });
    },
    close: () => agent.destroy(),
  };
}

interface Post {
  agent: Agent;
  url: URL;
  headers: Record<string, string | number>;
  body: Buffer;
}

/** Redirections are answers like others: nothing is sent where a push service points to. */
function post({ agent, url, headers, body }: Post): Promise<Outcome> {
  return new Promise((settle) => {
    const sent = request(url, { method: 'POST', agent, headers });
    const timer = setTimeout(() => {
      settle({ kind: 'later', answer: 'no_answer', afterMs: undefined });
      sent.destroy();
    }, ANSWER_MS);
    sent.on('response', (response) => {
      settle(outcomeOf(response));
      discardBody(response);
    });
    sent.on('error', (error) => settle(failureOf(error)));
    sent.on('close', () => clearTimeout(timer));
    sent.end(body);
  });
}

/** Its connection serves again only once the answer has been read. */
function discardBody(response: IncomingMessage): void {
  let bytes = 0;
  response.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > MAX_ANSWER_BYTES) response.destroy();
  });
  // The answer is known; what breaks behind it changes nothing.
  response.on('error', () => {});
}

function failureOf(error: Error): Outcome {
  if (codeOf(error) === PRIVATE_ADDRESS) return { kind: 'refused', answer: 'private_address' };
  return { kind: 'later', answer: 'no_connection', afterMs: undefined };
}

function outcomeOf({ statusCode: status = 0, headers }: IncomingMessage): Outcome {
  if (status >= 200 && status < 300) return { kind: 'taken', answer: 'taken' };
  if (status === 404 || status === 410) return { kind: 'gone', answer: 'gone' };
  const afterMs = retryAfterMs(headers['retry-after']);
  if (status === 429) return { kind: 'later', answer: 'too_many', afterMs };
  if (status >= 500) return { kind: 'later', answer: 'failed', afterMs };
  return { kind: 'refused', answer: 'refused' };
}

/** `Retry-After` in seconds or as a date. */
function retryAfterMs(written: string | undefined): number | undefined {
  if (written === undefined) return undefined;
  const ms = /^\d+$/.test(written) ? Number(written) * 1_000 : Date.parse(written) - Date.now();
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined;
}

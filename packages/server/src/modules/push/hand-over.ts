import { createHmac } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { Agent, request } from 'node:https';
import type { Push } from '@chat/contract/notifications';
import { LRUCache } from 'lru-cache';
import webPush from 'web-push';
import type { Config } from '../../config/env.ts';
import type { Timing } from '../../config/timing.ts';
import type { Db } from '../../db/database.ts';
import { codeOf } from '../../shared/errors.ts';
import {
  guardedLookup,
  PRIVATE_ADDRESS,
  type Resolve,
  readEndpoint,
  type Target,
} from './endpoints.ts';
import { findKeys, insertKeys, type VapidKeys } from './subscriptions.queries.ts';

/** How a push service may treat a push (RFC 8030). */
export interface Wishes {
  /** Seconds for which a browser that is away may still get it. */
  ttl: number;
  /** A later one of the same topic replaces it. */
  topic: string;
  urgency: 'normal' | 'high';
}

/** The result of a push: `taken`, `gone` with its subscription, to be tried `later`, or `refused` for good. */
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

/** Older messages are not pushed. */
export const MAX_AGE_MS = 5 * 60_000;

// A push service has nothing to say beyond its status.
const MAX_ANSWER_BYTES = 65_536;
const MAX_SOCKETS_OF_A_HOST = 150;
const IDLE_MS = 30_000;

interface Options {
  vapid: Vapid;
  allowsPrivate: boolean;
  timing: Pick<Timing, 'pushAnswerMs'>;
  resolve?: Resolve | undefined;
}

export function createHandOver({ vapid, allowsPrivate, timing, resolve }: Options): HandOver {
  const agent = new Agent({
    keepAlive: true,
    maxSockets: MAX_SOCKETS_OF_A_HOST,
    timeout: IDLE_MS,
    lookup: guardedLookup(allowsPrivate, resolve),
  });
  return {
    async send(target, push, wishes) {
      // The endpoint was judged when the browser subscribed, by the settings of then.
      const url = readEndpoint(target.endpoint, allowsPrivate);
      if (!url) return { kind: 'refused', answer: 'private_address' };
      const encrypted = encrypt(target, push, wishes);
      if (!encrypted) return { kind: 'refused', answer: 'refused' };
      const headers = { ...encrypted.headers, authorization: vapid.authorize(target.endpoint) };
      const { pushAnswerMs: answerMs } = timing;
      return post({ agent, url, headers, body: encrypted.body, answerMs });
    },
    close: () => agent.destroy(),
  };
}

/** Undefined where the keys of the subscription are none. */
function encrypt({ endpoint, p256dh, auth }: Target, push: Partial<Push>, wishes: Wishes) {
  const { ttl: TTL, topic, urgency } = wishes;
  const subscription = { endpoint, keys: { p256dh, auth } };
  try {
    return webPush.generateRequestDetails(subscription, JSON.stringify(push), {
      TTL,
      topic,
      urgency,
    });
  } catch {
    return undefined;
  }
}

interface Post {
  agent: Agent;
  url: URL;
  headers: Record<string, string | number>;
  body: Buffer;
  answerMs: number;
}

/** Redirections are answers like others: nothing is sent where a push service points to. */
function post({ agent, url, headers, body, answerMs }: Post): Promise<Outcome> {
  return new Promise((settle) => {
    const sent = request(url, { method: 'POST', agent, headers });
    const timer = setTimeout(() => {
      settle({ kind: 'later', answer: 'no_answer', afterMs: undefined });
      sent.destroy();
    }, answerMs);
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

/**
 * `Retry-After` in seconds or as a date. A time that has passed, or that comes once the message is too old, says nothing
 * (rules/push 15).
 */
function retryAfterMs(written: string | undefined): number | undefined {
  if (written === undefined) return undefined;
  const ms = /^\d+$/.test(written) ? Number(written) * 1_000 : Date.parse(written) - Date.now();
  return ms >= 0 && ms <= MAX_AGE_MS ? ms : undefined;
}

/** The keys of the installation, made at its first start: processes that start at once all read the first one's. */
export async function openKeys(db: Db): Promise<VapidKeys> {
  const found = await findKeys(db);
  if (found) return found;
  await insertKeys(db, webPush.generateVAPIDKeys());
  return (await findKeys(db)) ?? openKeys(db);
}

/** Whom a push service may turn to (RFC 8292). */
const subjectOf = ({ publicUrl, adminEmail }: Pick<Config, 'publicUrl' | 'adminEmail'>) =>
  publicUrl?.startsWith('https:') ? publicUrl : `mailto:${adminEmail}`;

/** Proves to push services that pushes come from this installation. */
export interface Vapid {
  /** The `Authorization` for the push service of this endpoint. */
  authorize(endpoint: string): string;
  /** One word for all pushes of a chat, which tells the push service nothing of the chat. */
  topicOf(chatUuid: string): string;
}

// A signature costs ten times the encryption of a push, and holds for 12 hours.
const SIGNATURE_MS = 3_600_000;
const MAX_SIGNATURES = 1_000;
// 24 bytes are the 32 characters that a topic may have.
const TOPIC_BYTES = 24;

export function createVapid(
  { publicKey, privateKey }: VapidKeys,
  config: Pick<Config, 'publicUrl' | 'adminEmail'>,
): Vapid {
  const subject = subjectOf(config);
  const signed = new LRUCache<string, { header: string; until: number }>({ max: MAX_SIGNATURES });

  function sign(audience: string): string {
    const { Authorization: header } = webPush.getVapidHeaders(
      audience,
      subject,
      publicKey,
      privateKey,
      'aes128gcm',
    );
    signed.set(audience, { header, until: Date.now() + SIGNATURE_MS });
    return header;
  }

  return {
    authorize(endpoint) {
      const { origin } = new URL(endpoint);
      const known = signed.get(origin);
      return known && known.until > Date.now() ? known.header : sign(origin);
    },
    topicOf: (chatUuid) =>
      createHmac('sha256', privateKey)
        .update(`topic:${chatUuid}`)
        .digest()
        .subarray(0, TOPIC_BYTES)
        .toString('base64url'),
  };
}

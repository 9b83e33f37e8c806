import { createPublicKey } from 'node:crypto';
import type { SubscriptionInput } from '@chat/contract/notifications';
import * as routes from '@chat/contract/notifications';
import type { Db } from '../../db/database.ts';
import { Answer } from '../../http/answer.ts';
import type { Router } from '../../http/route.ts';
import type { Viewer } from '../../http/viewer.ts';
import { conflict, invalidField, tooManyRequests, unauthorized } from '../../shared/errors.ts';
import type { PresenceContext } from '../presence/presence.actions.ts';
import type { WorkingHoursContext } from '../working-hours/context.ts';
import { readEndpoint, type Target } from './endpoints.ts';
import { testPush } from './push.texts.ts';
import type { PushService } from './push-service.ts';
import {
  erasePushes,
  lockSession,
  removeBeyondLimit,
  removeGone,
  removeOwn,
  removeReplaced,
  takeTest,
  upsertSubscription,
} from './subscriptions.queries.ts';

/** Dependencies of what reaches browsers whose page is closed. */
export interface PushContext extends PresenceContext, WorkingHoursContext {
  push: PushService;
}

const texts = {
  off: 'Los avisos están desactivados en este servidor',
  noSubscription: 'Este navegador no está suscrito a los avisos',
  endpoint: 'La dirección del servicio de avisos no es válida',
  p256dh: 'La clave del navegador no es válida',
  auth: 'El secreto del navegador no es válido',
};

const TEST_EVERY_S = 10;

export const getPushKey = ({ config, push }: PushContext) => ({
  publicKey: config.push.isOn ? push.publicKey : null,
});

/** The session's one subscription: what it had before ends, and so does another session's by this endpoint. */
export async function subscribeToPush(
  { config, db, push }: PushContext,
  viewer: Viewer,
  input: SubscriptionInput,
): Promise<Answer<{ endpoint: string; createdAt: string }>> {
  if (!config.push.isOn) throw conflict(texts.off);
  const target = accessTarget(input, config.push.allowsPrivate);
  const { createdAt, isNew } = await db.transaction(async (tx) => {
    if (!(await lockSession(tx, viewer.sessionId))) throw unauthorized();
    await removeReplaced(tx, viewer.sessionId, target.endpoint);
    const row = await upsertSubscription(tx, viewer, target);
    await removeBeyondLimit(tx, viewer.id);
    return row;
  });
  push.subscribed();
  const content = { endpoint: target.endpoint, createdAt: createdAt.toISOString() };
  return new Answer(content, { status: isNew ? 201 : 200 });
}

/** Where the browser takes pushes; 422 for the first part that will not do. */
function accessTarget(input: SubscriptionInput, allowsPrivate: boolean): Target {
  const { endpoint, keys } = input;
  const url = readEndpoint(endpoint, allowsPrivate);
  if (!url) throw invalidField('endpoint', texts.endpoint);
  const [point, secret] = [bytesOf(keys.p256dh), bytesOf(keys.auth)];
  if (!point || !isPoint(point)) throw invalidField('keys.p256dh', texts.p256dh);
  if (secret?.length !== SECRET_BYTES) throw invalidField('keys.auth', texts.auth);
  const [p256dh, auth] = [point.toString('base64url'), secret.toString('base64url')];
  return { endpoint, host: url.host, p256dh, auth };
}

const bytesOf = (written: string): Buffer | undefined =>
  /^[\w-]+={0,2}$/.test(written) ? Buffer.from(written, 'base64url') : undefined;

const POINT_BYTES = 65;
const SECRET_BYTES = 16;

/** An uncompressed point that lies on the curve P-256. */
function isPoint(bytes: Buffer | undefined): boolean {
  if (bytes?.length !== POINT_BYTES || bytes[0] !== 4) return false;
  const [x, y] = [bytes.subarray(1, 33), bytes.subarray(33)].map((half) =>
    half.toString('base64url'),
  );
  try {
    createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
    return true;
  } catch {
    return false;
  }
}

// Nobody has subscribed by anything else, and the database takes no NUL.
const ENDPOINT = /^[\x21-\x7e]+$/;

/** An endpoint that is unknown, or another session's, stays as it is. */
export async function unsubscribeFromPush(
  { db }: PushContext,
  viewer: Viewer,
  endpoint: string,
): Promise<null> {
  if (ENDPOINT.test(endpoint)) await removeOwn(db, viewer.id, endpoint);
  return null;
}

/** Says whether the push service took it; its browser then shows it. */
export async function sendTestPush(
  { config, db, push }: PushContext,
  viewer: Viewer,
): Promise<{ delivered: boolean }> {
  const target = config.push.isOn ? await takeTest(db, viewer.sessionId, TEST_EVERY_S) : undefined;
  if (!target) throw conflict(texts.noSubscription);
  if (target.waitSeconds !== null) throw tooManyRequests(target.waitSeconds);
  const { kind } = await push.handOver(target, testPush);
  if (kind === 'gone') await removeGone(db, [target.id]);
  return { delivered: kind === 'taken' };
}

export function registerPushRoutes(router: Router, ctx: PushContext): void {
  router.serve(routes.getPushKey, () => getPushKey(ctx));
  router.serve(routes.subscribeToPush, ({ viewer, body }) => subscribeToPush(ctx, viewer, body));
  router.serve(routes.unsubscribeFromPush, ({ viewer, body }) =>
    unsubscribeFromPush(ctx, viewer, body.endpoint),
  );
  router.serve(routes.testPush, ({ viewer }) => sendTestPush(ctx, viewer));
}

/** Call in the transaction that erases the person (rules/erasure 1). */
export const forgetPushes = (tx: Db, userId: number): Promise<void> => erasePushes(tx, userId);

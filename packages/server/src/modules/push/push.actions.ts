import type { SubscriptionInput } from '@chat/contract/notifications';
import * as routes from '@chat/contract/notifications';
import type { Db } from '../../db/database.ts';
import { Answer } from '../../http/answer.ts';
import type { Router } from '../../http/route.ts';
import type { Viewer } from '../../http/viewer.ts';
import { conflict, tooManyRequests, unauthorized } from '../../shared/errors.ts';
import type { PushContext } from './context.ts';
import { accessTarget } from './endpoints.ts';
import { testPush } from './present-push.ts';
import { pushTexts } from './push.texts.ts';
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
  if (!config.push.isOn) throw conflict(pushTexts.off);
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
  if (!target) throw conflict(pushTexts.noSubscription);
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

import * as routes from '@chat/contract/push';
import type { Router } from '../../http/route.ts';
import type { PushContext } from './context.ts';
import * as actions from './push.actions.ts';

export function registerPushRoutes(router: Router, ctx: PushContext): void {
  router.serve(routes.getPushKey, () => actions.getPushKey(ctx));
  router.serve(routes.subscribeToPush, ({ viewer, body }) =>
    actions.subscribeToPush(ctx, viewer, body),
  );
  router.serve(routes.unsubscribeFromPush, ({ viewer, body }) =>
    actions.unsubscribeFromPush(ctx, viewer, body.endpoint),
  );
  router.serve(routes.testPush, ({ viewer }) => actions.sendTestPush(ctx, viewer));
}

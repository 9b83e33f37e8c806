import { changeOwnPassword, setUserPassword } from '@chat/contract/users';
import type { Router } from '../../../http/route.ts';
import type { ChatContext } from '../../chat/context.ts';
import * as passwords from './passwords.actions.ts';

export function registerPasswordRoutes(router: Router, ctx: ChatContext): void {
  router.serve(changeOwnPassword, ({ viewer, body, request }) =>
    passwords.changeOwnPassword(ctx, { viewer, address: request.ip }, body),
  );
  router.serve(setUserPassword, ({ viewer, params, body, request }) =>
    passwords.setUserPassword(ctx, { viewer, address: request.ip }, params.userId, body),
  );
}

import { login, logout } from '@chat/contract/auth/auth.routes';
import type { Context } from '../../context.ts';
import type { Router } from '../../http/route.ts';
import * as actions from './auth.actions.ts';

export function registerAuthRoutes(router: Router, ctx: Context): void {
  router.serve(login, ({ body, request }) =>
    actions.login(ctx, {
      ...body,
      address: request.ip,
      userAgent: request.headers['user-agent'],
    }),
  );
  router.serve(logout, ({ viewer }) => actions.logout(ctx, viewer));
}

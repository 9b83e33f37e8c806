import { login, logout } from '@chat/contract/auth';
import { plainAddress } from '../../http/addresses.ts';
import type { Router } from '../../http/route.ts';
import * as actions from './auth.actions.ts';
import type { AuthContext } from './context.ts';

export function registerAuthRoutes(router: Router, ctx: AuthContext): void {
  router.serve(login, ({ body, request }) =>
    actions.login(ctx, {
      ...body,
      address: plainAddress(request.ip),
      userAgent: request.headers['user-agent'],
    }),
  );
  router.serve(logout, ({ viewer }) => actions.logout(ctx, viewer));
}

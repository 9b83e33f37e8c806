import {
  blockUser,
  createUser,
  deleteUser,
  getCurrentUser,
  listUsers,
  searchUsers,
  unblockUser,
  updateUser,
} from '@chat/contract/users';
import type { Router } from '../../../http/route.ts';
import type { ChatContext } from '../../chat/context.ts';
import * as standing from './user-standing.actions.ts';
import * as actions from './users.actions.ts';

export function registerUserRoutes(router: Router, ctx: ChatContext): void {
  router.serve(createUser(ctx.config.emailDomain), ({ viewer, body, request }) =>
    actions.createUser(ctx, { viewer, address: request.ip }, body),
  );
  router.serve(listUsers, ({ viewer, query }) => actions.listUsers(ctx, viewer, query));
  router.serve(searchUsers, ({ viewer, query }) => actions.listUsers(ctx, viewer, query));
  router.serve(getCurrentUser, ({ viewer }) => actions.getCurrentUser(viewer));
  router.serve(updateUser, ({ viewer, params, body }) =>
    actions.updateUser(ctx, viewer, params.userId, body),
  );
  router.serve(blockUser, ({ viewer, params }) => standing.blockUser(ctx, viewer, params.userId));
  router.serve(unblockUser, ({ viewer, params }) =>
    standing.unblockUser(ctx, viewer, params.userId),
  );
  router.serve(deleteUser, ({ viewer, params }) => standing.deleteUser(ctx, viewer, params.userId));
}

import {
  assignPermissions,
  listGroupsOfManager,
  listUserPermissions,
  listUsersWithGroups,
  removePermission,
} from '@chat/contract/groups';
import type { Router } from '../../../http/route.ts';
import type { ChatContext } from '../../chat/context.ts';
import * as actions from './permissions.actions.ts';

export function registerPermissionRoutes(router: Router, ctx: ChatContext): void {
  router.serve(listUsersWithGroups, ({ query }) => actions.listUsersWithGroups(ctx, query));
  for (const route of [listUserPermissions, listGroupsOfManager]) {
    router.serve(route, ({ params, query }) =>
      actions.listUserPermissions(ctx, params.userId, query),
    );
  }
  router.serve(assignPermissions, ({ viewer, params, body }) =>
    actions.assignPermissions(ctx, viewer, params.userId, body.groupIds),
  );
  router.serve(removePermission, ({ viewer, params }) =>
    actions.removePermission(ctx, viewer, params.userId, params.permissionId),
  );
}

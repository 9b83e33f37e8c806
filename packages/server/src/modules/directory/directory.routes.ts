import {
  addGroupParticipants,
  assignPermissions,
  createGroup,
  deleteGroup,
  listGroupParticipants,
  listGroups,
  listGroupsOfManager,
  listOwnGroups,
  listUserPermissions,
  listUsersWithGroups,
  removeGroupParticipant,
  removePermission,
  setGroupRetention,
  updateGroup,
} from '@chat/contract/groups';
import { listDeletedGroups, listDeletedUsers } from '@chat/contract/holds';
import {
  createOffice,
  createProject,
  deleteOffice,
  deleteProject,
  listOffices,
  listProjects,
  updateOffice,
  updateProject,
} from '@chat/contract/offices';
import {
  acceptInvitation,
  blockUser,
  changeOwnPassword,
  createInvitation,
  createUser,
  deleteUser,
  exportUsers,
  getCurrentUser,
  importUsers,
  listUsers,
  searchUsers,
  setUserPassword,
  unblockUser,
  updateUser,
} from '@chat/contract/users';
import { plainAddress } from '../../http/addresses.ts';
import { Answer } from '../../http/answer.ts';
import type { Router } from '../../http/route.ts';
import type { ChatContext } from '../chat/context.ts';
import type { WorkingHoursContext } from '../working-hours/context.ts';
import * as importing from './accounts/import.actions.ts';
import * as invitations from './accounts/invitations.actions.ts';
import * as userStatus from './accounts/user-status.actions.ts';
import * as users from './accounts/users.actions.ts';
import * as groups from './groups/groups.actions.ts';
import * as participants from './groups/participants.actions.ts';
import * as permissions from './groups/permissions.actions.ts';
import * as offices from './offices/offices.actions.ts';
import * as passwords from './users/passwords.actions.ts';

export function registerUserRoutes(router: Router, ctx: ChatContext): void {
  const { emailDomain, passwordLogin } = ctx.config;
  router.serve(createUser(emailDomain, passwordLogin), (call) =>
    users.createUser(ctx, passwords.callerOf(call), call.body),
  );
  router.serve(listUsers, ({ viewer, query }) => users.listUsers(ctx, viewer, query));
  router.serve(searchUsers, ({ viewer, query }) => users.listUsers(ctx, viewer, query));
  router.serve(listDeletedUsers, ({ query }) => userStatus.listDeletedUsers(ctx, query));
  router.serve(getCurrentUser, ({ viewer }) => users.getCurrentUser(ctx, viewer));
  router.serve(updateUser, (call) =>
    users.updateUser(ctx, passwords.callerOf(call), call.params.userId, call.body),
  );
  router.serve(blockUser, ({ viewer, params }) => userStatus.blockUser(ctx, viewer, params.userId));
  router.serve(unblockUser, ({ viewer, params }) =>
    userStatus.unblockUser(ctx, viewer, params.userId),
  );
  router.serve(deleteUser, ({ viewer, params }) =>
    userStatus.deleteUser(ctx, viewer, params.userId),
  );
}

/** Invitations, the import and the export. */
export function registerAccountRoutes(router: Router, ctx: ChatContext): void {
  registerImportRoutes(router, ctx);
  router.serve(createInvitation, (call) =>
    invitations.createInvitation(ctx, passwords.callerOf(call), call.params.userId, call.body),
  );
  router.serve(acceptInvitation, ({ body, request }) =>
    invitations.acceptInvitation(ctx, { ...body, address: plainAddress(request.ip) }),
  );
}

const CSV_LIMIT = { field: 'file', bytes: 10 * 2 ** 20 };

function registerImportRoutes(router: Router, ctx: ChatContext): void {
  const importUsersOf = importing.createImports(ctx);
  router.serve(
    importUsers,
    async (call) =>
      call.query.dryRun === '1'
        ? new Answer(await importing.previewImport(ctx, call.body.file), { status: 200 })
        : importUsersOf(passwords.callerOf(call), call.body),
    { limit: CSV_LIMIT },
  );
  router.serveFile(exportUsers, ({ viewer }) => users.exportUsers(ctx, viewer));
}

export function registerPasswordRoutes(router: Router, ctx: ChatContext): void {
  router.serve(changeOwnPassword, (call) =>
    passwords.changeOwnPassword(ctx, passwords.callerOf(call), call.body),
  );
  router.serve(setUserPassword, (call) =>
    passwords.setUserPassword(ctx, passwords.callerOf(call), call.params.userId, call.body),
  );
}

export function registerProjectRoutes(router: Router, ctx: ChatContext): void {
  router.serve(listProjects, ({ query }) => offices.listProjects(ctx, query));
  router.serve(createProject, ({ body }) => offices.createProject(ctx, body));
  router.serve(updateProject, ({ params, body }) =>
    offices.updateProject(ctx, params.projectId, body),
  );
  router.serve(deleteProject, ({ params }) => offices.deleteProject(ctx, params.projectId));
}

export function registerOfficeRoutes(router: Router, ctx: ChatContext): void {
  router.serve(listOffices, ({ query }) => offices.listOffices(ctx, query));
  router.serve(createOffice, ({ body }) => offices.createOffice(ctx, body));
  router.serve(updateOffice, ({ params, body }) =>
    offices.updateOffice(ctx, params.officeId, body),
  );
  router.serve(deleteOffice, ({ params }) => offices.deleteOffice(ctx, params.officeId));
}

export function registerGroupRoutes(router: Router, ctx: WorkingHoursContext): void {
  router.serve(createGroup, ({ viewer, body }) => groups.createGroup(ctx, viewer, body));
  router.serve(listGroups, ({ viewer, query }) => groups.listGroups(ctx, viewer, query));
  router.serve(listDeletedGroups, ({ query }) => groups.listDeletedGroups(ctx, query));
  router.serve(listOwnGroups, ({ viewer, query }) => groups.listOwnGroups(ctx, viewer, query));
  router.serve(updateGroup, ({ viewer, params, body }) =>
    groups.updateGroup(ctx, viewer, params.groupId, body),
  );
  router.serve(deleteGroup, ({ viewer, params }) =>
    groups.deleteGroup(ctx, viewer, params.groupId),
  );
  router.serve(setGroupRetention, ({ viewer, params, body }) =>
    groups.setGroupRetention(ctx, viewer, params.groupId, body),
  );
  router.serve(listGroupParticipants, ({ viewer, params, query }) =>
    participants.listGroupParticipants(ctx, viewer, params.groupId, query),
  );
  router.serve(addGroupParticipants, ({ viewer, params, body }) =>
    participants.addGroupParticipants(ctx, viewer, params.groupId, body.userIds),
  );
  router.serve(removeGroupParticipant, ({ viewer, params }) =>
    participants.removeGroupParticipant(ctx, viewer, params.groupId, params.userId),
  );
}

export function registerPermissionRoutes(router: Router, ctx: ChatContext): void {
  router.serve(listUsersWithGroups, ({ query }) => permissions.listUsersWithGroups(ctx, query));
  for (const route of [listUserPermissions, listGroupsOfManager]) {
    router.serve(route, ({ params, query }) =>
      permissions.listUserPermissions(ctx, params.userId, query),
    );
  }
  router.serve(assignPermissions, ({ viewer, params, body }) =>
    permissions.assignPermissions(ctx, viewer, params.userId, body.groupIds),
  );
  router.serve(removePermission, ({ viewer, params }) =>
    permissions.removePermission(ctx, viewer, params.userId, params.permissionId),
  );
}

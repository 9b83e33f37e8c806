import {
  addGroupParticipants,
  createGroup,
  deleteGroup,
  listGroupParticipants,
  listGroups,
  listOwnGroups,
  removeGroupParticipant,
  updateGroup,
} from '@chat/contract/groups';
import type { Router } from '../../../http/route.ts';
import type { ChatContext } from '../../chat/context.ts';
import * as actions from './groups.actions.ts';
import * as lists from './list-groups.actions.ts';
import * as participants from './participants.actions.ts';

export function registerGroupRoutes(router: Router, ctx: ChatContext): void {
  router.serve(createGroup, ({ viewer, body }) => actions.createGroup(ctx, viewer, body));
  router.serve(listGroups, ({ viewer, query }) => lists.listGroups(ctx, viewer, query));
  router.serve(listOwnGroups, ({ viewer, query }) => lists.listOwnGroups(ctx, viewer, query));
  router.serve(updateGroup, ({ viewer, params, body }) =>
    actions.updateGroup(ctx, viewer, params.groupId, body),
  );
  router.serve(deleteGroup, ({ viewer, params }) =>
    actions.deleteGroup(ctx, viewer, params.groupId),
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

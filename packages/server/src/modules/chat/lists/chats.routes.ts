import {
  getChat,
  getDirectChat,
  getPersonalChat,
  listChatParticipants,
  listChats,
  listGroupChats,
} from '@chat/contract/chats';
import { cacheResponses } from '../../../http/reuse-answers.ts';
import type { Router } from '../../../http/route.ts';
import type { ChatContext } from '../context.ts';
import * as actions from './chats.actions.ts';

export function registerChatRoutes(router: Router, ctx: ChatContext): void {
  const listing = cacheResponses<typeof listGroupChats, actions.ListState>({
    keyOf: ({ viewer, params, query }) =>
      actions.isWholeList(query)
        ? `${params.groupId} of ${viewer.id}, ${viewer.supervision}`
        : undefined,
    read: ({ viewer, params, query }, known) =>
      actions.listGroupChats(ctx, viewer, params.groupId, query, known),
  });
  router.serve(listGroupChats, listing);
  router.serve(getDirectChat, ({ viewer, params }) =>
    actions.getDirectChat(ctx, viewer, params.userId, params.groupId),
  );
  router.serve(getChat, ({ viewer, params }) => actions.getChat(ctx, viewer, params.chatId));
  router.serve(getPersonalChat, ({ viewer }) => actions.getPersonalChat(ctx, viewer));
  router.serve(listChats, ({ viewer, query }) => actions.listChats(ctx, viewer, query));
  router.serve(listChatParticipants, ({ viewer, params, query }) =>
    actions.listChatParticipants(ctx, viewer, params.chatId, query),
  );
}

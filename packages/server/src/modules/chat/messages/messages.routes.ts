import {
  deleteMessage,
  listMessages,
  replyToMessage,
  sendMessage,
} from '@chat/contract/messages/messages.routes';
import type { Router } from '../../../http/route.ts';
import type { ChatContext } from '../context.ts';
import * as actions from './messages.actions.ts';

export function registerMessageRoutes(router: Router, ctx: ChatContext): void {
  router.serve(listMessages, ({ viewer, params, query }) =>
    actions.listMessages(ctx, viewer, params.chatId, query),
  );
  router.serve(
    sendMessage,
    ({ viewer, params, headers, body }) => {
      const referenceId = body.referenceId ?? headers['idempotency-key'];
      return actions.sendMessage(ctx, viewer, params.chatId, { ...body, referenceId });
    },
    { beforeForm: ({ viewer, params }) => actions.admitSender(ctx, viewer, params.chatId) },
  );
  router.serve(
    replyToMessage,
    ({ viewer, params, body }) => actions.replyToMessage(ctx, viewer, params.messageId, body),
    { beforeForm: ({ viewer, params }) => actions.admitReply(ctx, viewer, params.messageId) },
  );
  router.serve(deleteMessage, ({ viewer, params }) =>
    actions.deleteMessage(ctx, viewer, params.chatId, params.messageId),
  );
}

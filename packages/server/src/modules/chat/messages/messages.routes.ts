import {
  deleteMessage,
  deleteOwnMessage,
  listMessages,
  listOriginals,
} from '@chat/contract/messages';
import { editMessage, replyToMessage, sendMessage } from '@chat/contract/writing';
import { cacheResponses } from '../../../http/response-cache.ts';
import type { Router } from '../../../http/route.ts';
import type { ChatContext } from '../context.ts';
import * as edits from './edit-message.actions.ts';
import * as messages from './messages.actions.ts';
import * as sends from './send-message.actions.ts';

export function registerMessageRoutes(router: Router, ctx: ChatContext): void {
  const listing = cacheResponses<typeof listMessages, messages.PageState>({
    keyOf: ({ viewer, params, query }) =>
      messages.isNewestPage(query) && messages.isForAll(viewer) ? params.chatId : undefined,
    read: ({ viewer, params, query }, known) =>
      messages.listMessages(ctx, viewer, params.chatId, query, known),
  });
  router.serve(listMessages, listing);
  router.serve(
    sendMessage,
    ({ viewer, params, headers, body }) => {
      const referenceId = body.referenceId ?? headers['idempotency-key'];
      const { forwardedFrom } = body;
      if (forwardedFrom) {
        return sends.forwardMessage(ctx, viewer, params.chatId, forwardedFrom, referenceId);
      }
      return sends.sendMessage(ctx, viewer, params.chatId, { ...body, referenceId });
    },
    {
      beforeUpload: ({ viewer, params }) => sends.admitSender(ctx, viewer, params.chatId),
      openIntake: (call, fields) => sends.watchFile(ctx, call, call.params, fields),
    },
  );
  router.serve(
    replyToMessage,
    ({ viewer, params, body }) => sends.replyToMessage(ctx, viewer, params.messageId, body),
    {
      beforeUpload: ({ viewer, params }) => sends.admitReply(ctx, viewer, params.messageId),
      openIntake: (call, fields) => sends.watchFile(ctx, call, call.params, fields),
    },
  );
  router.serve(deleteMessage, ({ viewer, params }) =>
    messages.deleteMessage(ctx, viewer, params.chatId, params.messageId),
  );
  router.serve(editMessage, ({ viewer, params, body }) =>
    edits.editMessage(ctx, viewer, params.messageId, body),
  );
  router.serve(deleteOwnMessage, ({ viewer, params }) =>
    messages.deleteOwnMessage(ctx, viewer, params.messageId),
  );
  router.serve(listOriginals, ({ viewer, params, query }) =>
    edits.listOriginals(ctx, viewer, params.messageId, query),
  );
}

import type { Message } from '@chat/contract/messages';
import { deleteMessage } from '@chat/contract/messages.routes';
import { callApi } from '../../../../shared/call-api.ts';
import { useAnnouncedMutation } from '../../../../shared/toast/use-announced-mutation.ts';
import { messagesTexts } from '../messages.texts.ts';

export const useDeleteMessage = () =>
  useAnnouncedMutation({
    mutationFn: ({ chatUuid, uuid }: Message) =>
      callApi(deleteMessage, { params: { chatId: chatUuid, messageId: uuid } }),
    done: messagesTexts.deleted,
    failed: messagesTexts.deleteFailed,
  });

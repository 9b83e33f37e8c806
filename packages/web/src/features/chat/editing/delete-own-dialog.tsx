import { deleteOwnMessage, type Message } from '@chat/contract/messages';
import { useQueryClient } from '@tanstack/react-query';
import { errorMessage } from '../../../shared/api-error.ts';
import { callApi } from '../../../shared/call-api.ts';
import { useSingleMutation } from '../../../shared/toast/mutations.ts';
import { notify } from '../../../shared/toast/notify.ts';
import { ConfirmDialog } from '../../../shared/ui/dialog.tsx';
import { changeWindow } from '../messages/list-messages.ts';
import { editingTexts as texts } from '../messages/message-menu.texts.ts';
import { applyRemoval } from '../messages/message-window.ts';

interface DeleteOwnDialogProps {
  subject: Message;
  onClose: () => void;
}

/** Asks before an own message is gone for everybody. */
export function DeleteOwnDialog({ subject, onClose }: DeleteOwnDialogProps) {
  const { mutate, isPending } = useDeleteOwnMessage();
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      onConfirm={() => mutate(subject, { onSuccess: onClose })}
      title={texts.deleteTitle}
      confirmLabel={texts.delete}
      isBusy={isPending}
      isDanger
    >
      {subject.chatType === 'PERSONAL' ? texts.deletePersonalQuestion : texts.deleteQuestion}
    </ConfirmDialog>
  );
}

/** Takes an own message away; lists and counts follow its event. */
function useDeleteOwnMessage() {
  const queryClient = useQueryClient();
  return useSingleMutation({
    mutationFn: ({ uuid }: Message) => callApi(deleteOwnMessage, { params: { messageId: uuid } }),
    onSuccess: (_, { chatUuid, uuid }) => {
      changeWindow(queryClient, chatUuid, (loaded) => applyRemoval(loaded, { messageId: uuid }));
      notify(texts.deleted);
    },
    onError: (error) => notify(errorMessage(error, texts.deleteFailed), 'error'),
  });
}

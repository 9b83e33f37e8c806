import { deleteMessage, type Message } from '@chat/contract/messages';
import { Trash2 } from 'lucide-react';
import { callApi } from '../../../shared/call-api.ts';
import { useAnnouncedMutation } from '../../../shared/toast/mutations.ts';
import { ConfirmDialog } from '../../../shared/ui/dialog.tsx';
import { IconButton } from '../../../shared/ui/icon-button.tsx';
import { messagesTexts as texts } from './messages.texts.ts';

interface DeleteMessageDialogProps {
  message: Message | null;
  onClose: () => void;
}

/** Asks before a message is gone for everybody. */
export function DeleteMessageDialog({ message, onClose }: DeleteMessageDialogProps) {
  const { mutate, isPending } = useDeleteMessage();
  return (
    <ConfirmDialog
      isOpen={message !== null}
      onClose={onClose}
      onConfirm={() => message && mutate(message, { onSuccess: onClose })}
      title={texts.deleteTitle}
      confirmLabel={texts.deleteConfirm}
      isBusy={isPending}
      isDanger
    >
      {message && texts.deleteQuestion(message.senderEmail)}
    </ConfirmDialog>
  );
}

export function DeleteMessageButton({ onClick }: { onClick: () => void }) {
  return (
    <IconButton
      label={texts.deleteMessage}
      icon={Trash2}
      size="s"
      withTooltip={false}
      onClick={onClick}
    />
  );
}

const useDeleteMessage = () =>
  useAnnouncedMutation({
    mutationFn: ({ chatUuid, uuid }: Message) =>
      callApi(deleteMessage, { params: { chatId: chatUuid, messageId: uuid } }),
    done: texts.deleted,
    failed: texts.deleteFailed,
  });

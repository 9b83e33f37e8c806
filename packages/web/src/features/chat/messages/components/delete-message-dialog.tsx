import type { Message } from '@chat/contract/messages';
import { ConfirmDialog } from '../../../../shared/ui/confirm-dialog.tsx';
import { useDeleteMessage } from '../api/delete-message.ts';
import { messagesTexts as texts } from '../messages.texts.ts';

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

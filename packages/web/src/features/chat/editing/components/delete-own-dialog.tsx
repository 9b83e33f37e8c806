import type { Message } from '@chat/contract/messages';
import { ConfirmDialog } from '../../../../shared/ui/confirm-dialog.tsx';
import { useDeleteOwnMessage } from '../api/delete-own-message.ts';
import { editingTexts as texts } from '../editing.texts.ts';

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

import type { User } from '@chat/contract/users';
import { ConfirmDialog } from '../../../../shared/ui/confirm-dialog.tsx';
import { useBlockUser } from '../api/block-user.ts';
import { useDeleteUser } from '../api/delete-user.ts';
import { useUnblockUser } from '../api/unblock-user.ts';
import { usersTexts as texts } from '../users.texts.ts';

interface UserConfirmDialogProps {
  action: 'delete' | 'block' | 'unblock';
  user: User;
  onClose: () => void;
}

const questions = {
  delete: { title: texts.deleteTitle, ask: texts.deleteQuestion, label: texts.delete },
  block: { title: texts.blockTitle, ask: texts.blockQuestion, label: texts.block },
  unblock: { title: texts.unblockTitle, ask: texts.unblockQuestion, label: texts.unblock },
};

/** Stays open when the server refuses: such a failure is only logged (rules/people 20). */
export function UserConfirmDialog({ action, user, onClose }: UserConfirmDialogProps) {
  const changes = { delete: useDeleteUser(), block: useBlockUser(), unblock: useUnblockUser() };
  const change = changes[action];
  const { title, ask, label } = questions[action];
  return (
    <ConfirmDialog
      isOpen
      isDanger={action !== 'unblock'}
      onClose={onClose}
      title={title}
      confirmLabel={label}
      isBusy={change.isPending}
      onConfirm={() => change.mutate(user.uuid, { onSuccess: onClose })}
    >
      {ask(user.email)}
    </ConfirmDialog>
  );
}

import type { Group, UserWithGroups } from '@chat/contract/groups';
import { ConfirmDialog } from '../../../../shared/ui/confirm-dialog.tsx';
import { useRemovePermission } from '../api/remove-permission.ts';
import { permissionsTexts as texts } from '../permissions.texts.ts';

interface RemoveGroupDialogProps {
  user: UserWithGroups;
  group: Group;
  onClose: () => void;
}

export function RemoveGroupDialog({ user, group, onClose }: RemoveGroupDialogProps) {
  const removal = useRemovePermission(user.uuid);
  return (
    <ConfirmDialog
      isOpen
      isDanger
      onClose={onClose}
      title={texts.removeTitle}
      confirmLabel={texts.removeConfirm}
      isBusy={removal.isPending}
      onConfirm={() => removal.mutate(group.uuid, { onSettled: onClose })}
    >
      {texts.removeQuestion(group.name, user.email)}
    </ConfirmDialog>
  );
}

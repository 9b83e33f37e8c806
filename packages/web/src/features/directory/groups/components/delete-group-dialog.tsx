import type { Group } from '@chat/contract/groups';
import { groupLabel } from '../../../../shared/format/group-label.ts';
import { ConfirmDialog } from '../../../../shared/ui/confirm-dialog.tsx';
import { adminGroupsTexts as texts } from '../admin-groups.texts.ts';
import { useDeleteGroup } from '../api/delete-group.ts';

interface DeleteGroupDialogProps {
  group: Group;
  onClose: () => void;
}

export function DeleteGroupDialog({ group, onClose }: DeleteGroupDialogProps) {
  const deletion = useDeleteGroup();
  return (
    <ConfirmDialog
      isOpen
      isDanger
      onClose={onClose}
      title={texts.deleteTitle}
      confirmLabel={texts.delete}
      isBusy={deletion.isPending}
      onConfirm={() => deletion.mutate(group.uuid, { onSettled: onClose })}
    >
      {texts.deleteQuestion(groupLabel(group))}
    </ConfirmDialog>
  );
}

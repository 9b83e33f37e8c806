import type { Group, UserWithGroups } from '@chat/contract/groups';
import { useState } from 'react';
import { PickDialog } from '../../../../shared/ui/pick-dialog.tsx';
import { useAssignPermissions } from '../api/assign-permissions.ts';
import { useAssignableGroups } from '../hooks/use-assignable-groups.ts';
import { permissionsTexts as texts } from '../permissions.texts.ts';
import { AssignedGroupsTable } from './assigned-groups-table.tsx';
import { RemoveGroupDialog } from './remove-group-dialog.tsx';

interface AssignGroupsDialogProps {
  user: UserWithGroups;
  onClose: () => void;
}

export function AssignGroupsDialog({ user, onClose }: AssignGroupsDialogProps) {
  const options = useAssignableGroups(user.uuid);
  const assignment = useAssignPermissions(user.uuid);
  const [removed, setRemoved] = useState<Group | null>(null);
  return (
    <PickDialog
      title={texts.assignTitle}
      description={user.email}
      label={texts.selectGroups}
      options={options}
      saveLabel={texts.assign}
      isSaving={assignment.isPending}
      onSave={(chosen) => assignment.mutate(chosen, { onSuccess: onClose })}
      onClose={onClose}
    >
      <AssignedGroupsTable userId={user.uuid} onRemove={setRemoved} />
      {removed && (
        <RemoveGroupDialog user={user} group={removed} onClose={() => setRemoved(null)} />
      )}
    </PickDialog>
  );
}

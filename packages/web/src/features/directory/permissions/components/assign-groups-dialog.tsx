import type { Group } from '@chat/contract/groups/groups.schema';
import type { UserWithGroups } from '@chat/contract/permissions/permissions.schema';
import { type FormEvent, useState } from 'react';
import { Button } from '../../../../shared/ui/button.tsx';
import { FormDialog } from '../../../../shared/ui/form-dialog.tsx';
import { MultiSelect } from '../../../../shared/ui/multi-select.tsx';
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
  const [chosen, setChosen] = useState<string[]>([]);
  const [removed, setRemoved] = useState<Group | null>(null);
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (chosen.length > 0) assignment.mutate(chosen, { onSuccess: onClose });
  };
  return (
    <FormDialog
      isOpen
      onClose={onClose}
      title={texts.assignTitle}
      description={user.email}
      onSubmit={handleSubmit}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            {texts.cancel}
          </Button>
          <Button type="submit" isBusy={assignment.isPending} disabled={chosen.length === 0}>
            {texts.assign}
          </Button>
        </>
      }
    >
      <AssignedGroupsTable userId={user.uuid} onRemove={setRemoved} />
      <MultiSelect
        label={texts.selectGroups}
        options={options}
        value={chosen}
        onChange={setChosen}
      />
      {removed && (
        <RemoveGroupDialog user={user} group={removed} onClose={() => setRemoved(null)} />
      )}
    </FormDialog>
  );
}

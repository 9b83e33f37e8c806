import type { Group, UserWithGroups } from '@chat/contract/groups';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { ConfirmDialog } from '../../../shared/ui/confirm-dialog.tsx';
import { EmptyState } from '../../../shared/ui/empty-state.tsx';
import { IconButton } from '../../../shared/ui/icon-button.tsx';
import { PickDialog } from '../../../shared/ui/pick-dialog.tsx';
import { toOptions } from '../../../shared/ui/select.tsx';
import { Table } from '../../../shared/ui/table.tsx';
import type { Column } from '../../../shared/ui/table-head.tsx';
import { Brief } from '../../../shared/ui/with-breaks.tsx';
import { useGroups } from '../lists/lists.ts';
import { useAssignPermissions, useRemovePermission, useUserPermissions } from './api.ts';
import { permissionsTexts as texts } from './permissions.texts.ts';

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

interface AssignedGroupsTableProps {
  userId: string;
  onRemove: (group: Group) => void;
}

const columns: Column<Group>[] = [
  { key: 'project', header: texts.project, cell: ({ officine }) => officine?.project.name },
  { key: 'office', header: texts.office, cell: ({ officine }) => officine?.name },
  { key: 'group', header: texts.group, cell: ({ name }) => name, isHeading: true },
  {
    key: 'description',
    header: texts.description,
    cell: ({ description }) => description && <Brief text={description} />,
  },
];

function AssignedGroupsTable({ userId, onRemove }: AssignedGroupsTableProps) {
  const groups = useUserPermissions(userId);
  return (
    <Table
      label={texts.assigned}
      columns={columns}
      rows={groups.data}
      rowKey={(group) => group.uuid}
      actions={(group) => (
        <IconButton
          label={texts.remove(group.name)}
          icon={Trash2}
          variant="danger"
          size="s"
          withTooltip={false}
          onClick={() => onRemove(group)}
        />
      )}
      isFailed={groups.isError}
      onRetry={() => void groups.refetch()}
      empty={<EmptyState title={texts.noneAssigned} />}
    />
  );
}

interface RemoveGroupDialogProps {
  user: UserWithGroups;
  group: Group;
  onClose: () => void;
}

function RemoveGroupDialog({ user, group, onClose }: RemoveGroupDialogProps) {
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

const labelOf = ({ name, officine }: Group) =>
  officine ? texts.groupAtOffice(name, officine.name) : name;

/** The groups a user does not manage yet (rules/permissions 9). */
function useAssignableGroups(userId: string) {
  const groups = useGroups().data;
  const assigned = new Set(useUserPermissions(userId).data?.map(({ uuid }) => uuid));
  return toOptions(groups, labelOf).filter(({ value }) => !assigned.has(value));
}

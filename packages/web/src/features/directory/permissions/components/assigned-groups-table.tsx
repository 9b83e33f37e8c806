import type { Group } from '@chat/contract/groups';
import { Trash2 } from 'lucide-react';
import { Brief } from '../../../../shared/ui/brief.tsx';
import { EmptyState } from '../../../../shared/ui/empty-state.tsx';
import { IconButton } from '../../../../shared/ui/icon-button.tsx';
import { Table } from '../../../../shared/ui/table.tsx';
import type { Column } from '../../../../shared/ui/table-column.ts';
import { useUserPermissions } from '../api/list-user-permissions.ts';
import { permissionsTexts as texts } from '../permissions.texts.ts';

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

export function AssignedGroupsTable({ userId, onRemove }: AssignedGroupsTableProps) {
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

import type { Office } from '@chat/contract/offices/offices.schema';
import { Building2, Pencil, Trash2 } from 'lucide-react';
import { EmptyState } from '../../../shared/ui/empty-state.tsx';
import { RowMenu } from '../../../shared/ui/row-menu.tsx';
import { Table } from '../../../shared/ui/table.tsx';
import type { Column } from '../../../shared/ui/table-column.ts';
import { useOffices } from '../api/list-offices.ts';
import { officesTexts as texts } from '../offices.texts.ts';

interface OfficesTableProps {
  onEdit: (office: Office) => void;
  onDelete: (office: Office) => void;
}

const columns: Column<Office>[] = [
  { key: 'name', header: texts.office, cell: ({ name }) => name, sortBy: ({ name }) => name },
  {
    key: 'project',
    header: texts.project,
    cell: ({ project }) => project.name,
    sortBy: ({ project }) => project.name,
  },
];

export function OfficesTable({ onEdit, onDelete }: OfficesTableProps) {
  const offices = useOffices();
  return (
    <Table
      label={texts.title}
      columns={columns}
      rows={offices.data}
      rowKey={(office) => office.uuid}
      actions={(office) => (
        <RowMenu
          items={[
            { label: texts.edit, icon: Pencil, onSelect: () => onEdit(office) },
            {
              label: texts.delete,
              icon: Trash2,
              isDanger: true,
              onSelect: () => onDelete(office),
            },
          ]}
        />
      )}
      isFailed={offices.isError}
      onRetry={() => void offices.refetch()}
      empty={
        <EmptyState icon={Building2} title={texts.none}>
          {texts.noneHint}
        </EmptyState>
      }
    />
  );
}

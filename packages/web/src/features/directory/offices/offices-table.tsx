import type { Office } from '@chat/contract/offices';
import { Building2, Pencil, Trash2 } from 'lucide-react';
import { routePaths } from '../../../shared/routes.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { EmptyState } from '../../../shared/ui/empty-state.tsx';
import linkStyles from '../../../shared/ui/link.module.css';
import { PageLink } from '../../../shared/ui/page-link.tsx';
import { RowMenu } from '../../../shared/ui/row-menu.tsx';
import { Table } from '../../../shared/ui/table.tsx';
import type { Column } from '../../../shared/ui/table-head.tsx';
import { useOffices, useProjects } from '../lists/lists.ts';
import { officesTexts as texts } from './offices.texts.ts';

interface OfficesTableProps {
  /** Offered while there is none. */
  onCreate: () => void;
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

export function OfficesTable({ onCreate, onEdit, onDelete }: OfficesTableProps) {
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
      empty={<NoOffices onCreate={onCreate} />}
    />
  );
}

function NoOffices({ onCreate }: { onCreate: () => void }) {
  const hasNoProject = useProjects().data?.length === 0;
  const action = hasNoProject ? (
    <PageLink to={routePaths['admin.projects']} className={linkStyles.button}>
      {texts.projectFirst}
    </PageLink>
  ) : (
    <Button onClick={onCreate}>{texts.createFirst}</Button>
  );
  return (
    <EmptyState icon={Building2} title={texts.none} action={action}>
      <p>{texts.noneHint}</p>
      {hasNoProject && <p>{texts.projectFirstHint}</p>}
    </EmptyState>
  );
}

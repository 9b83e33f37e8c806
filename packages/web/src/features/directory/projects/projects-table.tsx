import type { Project } from '@chat/contract/offices';
import { FolderKanban, Pencil, Trash2 } from 'lucide-react';
import { Button } from '../../../shared/ui/button.tsx';
import { EmptyState } from '../../../shared/ui/empty-state.tsx';
import { RowMenu } from '../../../shared/ui/row-menu.tsx';
import { Table } from '../../../shared/ui/table.tsx';
import type { Column } from '../../../shared/ui/table-head.tsx';
import { useProjects } from '../lists/lists.ts';
import { projectsTexts as texts } from './projects.texts.ts';

interface ProjectsTableProps {
  /** Offered while there is none. */
  onCreate: () => void;
  onEdit: (project: Project) => void;
  onDelete: (project: Project) => void;
}

const columns: Column<Project>[] = [
  { key: 'name', header: texts.project, cell: ({ name }) => name, sortBy: ({ name }) => name },
];

export function ProjectsTable({ onCreate, onEdit, onDelete }: ProjectsTableProps) {
  const projects = useProjects();
  return (
    <Table
      label={texts.title}
      columns={columns}
      rows={projects.data}
      rowKey={(project) => project.uuid}
      actions={(project) => (
        <RowMenu
          items={[
            { label: texts.edit, icon: Pencil, onSelect: () => onEdit(project) },
            {
              label: texts.delete,
              icon: Trash2,
              isDanger: true,
              onSelect: () => onDelete(project),
            },
          ]}
        />
      )}
      isFailed={projects.isError}
      onRetry={() => void projects.refetch()}
      empty={
        <EmptyState
          icon={FolderKanban}
          title={texts.none}
          action={<Button onClick={onCreate}>{texts.createFirst}</Button>}
        >
          {texts.noneHint}
        </EmptyState>
      }
    />
  );
}

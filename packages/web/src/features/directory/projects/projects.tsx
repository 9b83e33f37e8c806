import { type ProjectInput, projectInputSchema } from '@chat/contract/forms';
import { createProject, deleteProject, type Project, updateProject } from '@chat/contract/offices';
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { FolderKanban, Pencil, Trash2 } from 'lucide-react';
import { useForm } from 'react-hook-form';
import { callApi } from '../../../shared/call-api.ts';
import { useAnnouncedMutation } from '../../../shared/toast/mutations.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { ConfirmDialog } from '../../../shared/ui/dialog.tsx';
import { EmptyState } from '../../../shared/ui/placeholders.tsx';
import { RowMenu } from '../../../shared/ui/row-menu.tsx';
import { SaveFormDialog } from '../../../shared/ui/save-form-dialog.tsx';
import { Table } from '../../../shared/ui/table.tsx';
import type { Column } from '../../../shared/ui/table-head.tsx';
import { TextField } from '../../../shared/ui/text-field.tsx';
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

const useCreateProject = () =>
  useAnnouncedMutation({
    mutationFn: (body: ProjectInput) => callApi(createProject, { body }),
    done: texts.created,
    failed: texts.createFailed,
  });

interface ProjectUpdate {
  projectId: string;
  body: ProjectInput;
}

const useUpdateProject = () =>
  useAnnouncedMutation({
    mutationFn: ({ projectId, body }: ProjectUpdate) =>
      callApi(updateProject, { params: { projectId }, body }),
    done: texts.updated,
    failed: texts.updateFailed,
  });

const useDeleteProject = () =>
  useAnnouncedMutation({
    mutationFn: (projectId: string) => callApi(deleteProject, { params: { projectId } }),
    done: texts.deleted,
    failed: texts.deleteFailed,
  });

interface ProjectFormDialogProps {
  /** The one to rename; without it a new one is registered. */
  project?: Project | undefined;
  onClose: () => void;
}

export function ProjectFormDialog({ project, onClose }: ProjectFormDialogProps) {
  const create = useCreateProject();
  const update = useUpdateProject();
  const form = useForm({
    resolver: standardSchemaResolver(projectInputSchema),
    defaultValues: { name: project?.name ?? '' },
  });
  return (
    <SaveFormDialog
      title={project ? texts.updateProject : texts.registerProject}
      form={form}
      save={(body) =>
        project ? update.mutateAsync({ projectId: project.uuid, body }) : create.mutateAsync(body)
      }
      saveLabel={project ? texts.update : texts.register}
      onClose={onClose}
    >
      <TextField
        label={texts.name}
        autoComplete="off"
        error={form.formState.errors.name?.message}
        {...form.register('name')}
      />
    </SaveFormDialog>
  );
}

interface DeleteProjectDialogProps {
  project: Project;
  onClose: () => void;
}

export function DeleteProjectDialog({ project, onClose }: DeleteProjectDialogProps) {
  const deletion = useDeleteProject();
  return (
    <ConfirmDialog
      isOpen
      isDanger
      onClose={onClose}
      title={texts.deleteTitle}
      confirmLabel={texts.delete}
      isBusy={deletion.isPending}
      onConfirm={() => deletion.mutate(project.uuid, { onSettled: onClose })}
    >
      {texts.deleteQuestion(project.name)}
    </ConfirmDialog>
  );
}

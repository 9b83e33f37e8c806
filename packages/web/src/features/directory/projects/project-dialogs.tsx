import { type ProjectInput, projectInputSchema } from '@chat/contract/forms';
import { createProject, deleteProject, type Project, updateProject } from '@chat/contract/offices';
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useForm } from 'react-hook-form';
import { callApi } from '../../../shared/call-api.ts';
import { useAnnouncedMutation } from '../../../shared/toast/mutations.ts';
import { ConfirmDialog } from '../../../shared/ui/confirm-dialog.tsx';
import { SaveFormDialog } from '../../../shared/ui/save-form-dialog.tsx';
import { TextField } from '../../../shared/ui/text-field.tsx';
import { projectsTexts as texts } from './projects.texts.ts';

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

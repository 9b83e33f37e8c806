import { type Project, projectInputSchema } from '@chat/contract/projects/projects.schema';
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useForm } from 'react-hook-form';
import { useSaveForm } from '../../../shared/hooks/use-save-form.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { FormDialog } from '../../../shared/ui/form-dialog.tsx';
import { TextField } from '../../../shared/ui/text-field.tsx';
import { useCreateProject } from '../api/create-project.ts';
import { useUpdateProject } from '../api/update-project.ts';
import { projectsTexts as texts } from '../projects.texts.ts';

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
  const handleSubmit = useSaveForm(
    form,
    (body) =>
      project ? update.mutateAsync({ projectId: project.uuid, body }) : create.mutateAsync(body),
    onClose,
  );
  return (
    <FormDialog
      isOpen
      onClose={onClose}
      title={project ? texts.updateProject : texts.registerProject}
      onSubmit={handleSubmit}
      footer={
        <Button type="submit" isBusy={create.isPending || update.isPending}>
          {project ? texts.update : texts.register}
        </Button>
      }
    >
      <TextField
        label={texts.name}
        autoComplete="off"
        error={form.formState.errors.name?.message}
        {...form.register('name')}
      />
    </FormDialog>
  );
}

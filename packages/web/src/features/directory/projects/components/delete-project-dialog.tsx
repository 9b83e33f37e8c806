import type { Project } from '@chat/contract/offices';
import { ConfirmDialog } from '../../../../shared/ui/confirm-dialog.tsx';
import { useDeleteProject } from '../api/delete-project.ts';
import { projectsTexts as texts } from '../projects.texts.ts';

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

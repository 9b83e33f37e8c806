import { deleteProject } from '@chat/contract/offices';
import { callApi } from '../../../../shared/call-api.ts';
import { useAnnouncedMutation } from '../../../../shared/toast/use-announced-mutation.ts';
import { projectsTexts } from '../projects.texts.ts';

export const useDeleteProject = () =>
  useAnnouncedMutation({
    mutationFn: (projectId: string) => callApi(deleteProject, { params: { projectId } }),
    done: projectsTexts.deleted,
    failed: projectsTexts.deleteFailed,
  });

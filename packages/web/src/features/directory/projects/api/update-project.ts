import type { ProjectInput } from '@chat/contract/forms';
import { updateProject } from '@chat/contract/offices';
import { callApi } from '../../../../shared/call-api.ts';
import { useAnnouncedMutation } from '../../../../shared/toast/use-announced-mutation.ts';
import { projectsTexts } from '../projects.texts.ts';

interface ProjectUpdate {
  projectId: string;
  body: ProjectInput;
}

export const useUpdateProject = () =>
  useAnnouncedMutation({
    mutationFn: ({ projectId, body }: ProjectUpdate) =>
      callApi(updateProject, { params: { projectId }, body }),
    done: projectsTexts.updated,
    failed: projectsTexts.updateFailed,
  });

import type { ProjectInput } from '@chat/contract/forms';
import { createProject } from '@chat/contract/offices';
import { callApi } from '../../../../shared/call-api.ts';
import { useAnnouncedMutation } from '../../../../shared/toast/use-announced-mutation.ts';
import { projectsTexts } from '../projects.texts.ts';

export const useCreateProject = () =>
  useAnnouncedMutation({
    mutationFn: (body: ProjectInput) => callApi(createProject, { body }),
    done: projectsTexts.created,
    failed: projectsTexts.createFailed,
  });

import type { ProjectInput } from '@chat/contract/forms';
import { createProject, deleteProject, updateProject } from '@chat/contract/offices';
import { callApi } from '../../../shared/call-api.ts';
import { useAnnouncedMutation } from '../../../shared/toast/mutations.ts';
import { projectsTexts } from './projects.texts.ts';

export const useCreateProject = () =>
  useAnnouncedMutation({
    mutationFn: (body: ProjectInput) => callApi(createProject, { body }),
    done: projectsTexts.created,
    failed: projectsTexts.createFailed,
  });

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

export const useDeleteProject = () =>
  useAnnouncedMutation({
    mutationFn: (projectId: string) => callApi(deleteProject, { params: { projectId } }),
    done: projectsTexts.deleted,
    failed: projectsTexts.deleteFailed,
  });

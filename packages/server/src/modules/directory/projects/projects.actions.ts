import type { ProjectInput } from '@chat/contract/forms';
import type { Project } from '@chat/contract/offices';
import type { Page } from '@chat/contract/route';
import { pageFrom } from '../../../db/page.ts';
import { orRefuse } from '../../../db/faults.ts';
import { type Answer, answerList } from '../../../http/answer.ts';
import { conflict, notFound, takenField } from '../../../shared/errors.ts';
import { newUuid } from '../../../shared/new-uuid.ts';
import type { ChatContext } from '../../chat/context.ts';
import { announceGroupsOfProject } from '../audiences/groups-changed.actions.ts';
import { accessProject } from './projects.access.ts';
import { presentProject } from './projects.present.ts';
import {
  findProjects,
  insertProject,
  removeProject,
  updateProjectName,
} from './projects.queries.ts';
import { projectsTexts } from './projects.texts.ts';

const nameTaken = () => takenField('name', projectsTexts.nameTaken);

export async function listProjects(
  ctx: ChatContext,
  query: Partial<Page>,
): Promise<Answer<Project[]>> {
  const { rows, page } = await findProjects(ctx.db, pageFrom(query));
  return answerList(rows.map(presentProject), page);
}

export async function createProject(ctx: ChatContext, { name }: ProjectInput): Promise<Project> {
  const project = await orRefuse(insertProject(ctx.db, { uuid: newUuid(), name }), {
    projects_name_key: nameTaken,
    projects_name_look: nameTaken,
  });
  return presentProject(project);
}

export async function updateProject(
  ctx: ChatContext,
  projectUuid: string,
  { name }: ProjectInput,
): Promise<Project> {
  const { id } = await accessProject(ctx.db, projectUuid);
  const project = await orRefuse(updateProjectName(ctx.db, id, name), {
    projects_name_key: nameTaken,
    projects_name_look: nameTaken,
  });
  if (!project) throw notFound();
  await announceGroupsOfProject(ctx, id);
  return presentProject(project);
}

export async function deleteProject(ctx: ChatContext, projectUuid: string): Promise<null> {
  const { id } = await accessProject(ctx.db, projectUuid);
  await orRefuse(removeProject(ctx.db, id), {
    offices_project_id_fkey: () => conflict(projectsTexts.hasOffices),
  });
  return null;
}

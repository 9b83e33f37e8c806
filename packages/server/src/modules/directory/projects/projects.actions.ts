import type { ProjectInput } from '@chat/contract/forms';
import type { Project } from '@chat/contract/offices';
import type { Page } from '@chat/contract/route';
import type { Db } from '../../../db/database.ts';
import { orRefuse } from '../../../db/faults.ts';
import { pageFrom } from '../../../db/page.ts';
import { type Answer, answerList } from '../../../http/answer.ts';
import {
  type AppError,
  conflict,
  invalidField,
  notFound,
  takenField,
} from '../../../shared/errors.ts';
import { newUuid } from '../../../shared/new-uuid.ts';
import type { ChatContext } from '../../chat/context.ts';
import { announceGroupsOfProject } from '../audiences/audiences.actions.ts';
import {
  findProject,
  findProjects,
  insertProject,
  type ProjectRow,
  removeProject,
  updateProjectName,
} from './projects.queries.ts';

export const projectsTexts = {
  nameTaken: 'Ya existe un proyecto con ese nombre',
  hasOffices: 'El proyecto tiene oficinas',
  unknown: 'El proyecto no existe',
};

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

export async function accessProject(db: Db, uuid: string): Promise<ProjectRow> {
  const project = await findProject(db, uuid);
  if (!project) throw notFound();
  return project;
}

export const unknownProject = (): AppError => invalidField('projectId', projectsTexts.unknown);

/** The project that a body names: one that does not exist is that field's fault. */
export async function accessNamedProject(db: Db, uuid: string): Promise<ProjectRow> {
  const project = await findProject(db, uuid);
  if (!project) throw unknownProject();
  return project;
}

export function presentProject({ uuid, id, name }: ProjectRow): Project {
  return { uuid, id, name };
}

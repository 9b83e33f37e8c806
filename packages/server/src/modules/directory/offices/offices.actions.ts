import type { OfficeInput, ProjectInput } from '@chat/contract/forms';
import type { Office, Project } from '@chat/contract/offices';
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
import { announceGroupsOfOffice, announceGroupsOfProject } from '../audiences/audiences.actions.ts';
import {
  findOffice,
  findOffices,
  findProject,
  findProjects,
  insertOffice,
  insertProject,
  type OfficeRow,
  type ProjectRow,
  removeOffice,
  removeProject,
  updateOfficeName,
  updateProjectName,
} from './offices.queries.ts';

const texts = {
  projectTaken: 'Ya existe un proyecto con ese nombre',
  unknownProject: 'El proyecto no existe',
  hasOffices: 'El proyecto tiene oficinas',
  officeTaken: 'Ya existe una oficina con ese nombre en el proyecto',
  unknownOffice: 'La oficina no existe',
  hasGroups: 'La oficina tiene grupos',
  cannotMove: 'Una oficina no puede cambiar de proyecto',
};

const projectTaken = () => takenField('name', texts.projectTaken);
const projectRefusals = { projects_name_key: projectTaken, projects_name_look: projectTaken };

export async function listProjects(
  ctx: ChatContext,
  query: Partial<Page>,
): Promise<Answer<Project[]>> {
  const { rows, page } = await findProjects(ctx.db, pageFrom(query));
  return answerList(rows.map(presentProject), page);
}

export async function createProject(ctx: ChatContext, { name }: ProjectInput): Promise<Project> {
  const project = await orRefuse(insertProject(ctx.db, { uuid: newUuid(), name }), projectRefusals);
  return presentProject(project);
}

export async function updateProject(
  ctx: ChatContext,
  projectUuid: string,
  { name }: ProjectInput,
): Promise<Project> {
  const { id } = await accessProject(ctx.db, projectUuid);
  const project = await orRefuse(updateProjectName(ctx.db, id, name), projectRefusals);
  if (!project) throw notFound();
  await announceGroupsOfProject(ctx, id);
  return presentProject(project);
}

export async function deleteProject(ctx: ChatContext, projectUuid: string): Promise<null> {
  const { id } = await accessProject(ctx.db, projectUuid);
  await orRefuse(removeProject(ctx.db, id), {
    offices_project_id_fkey: () => conflict(texts.hasOffices),
  });
  return null;
}

async function accessProject(db: Db, uuid: string): Promise<ProjectRow> {
  const project = await findProject(db, uuid);
  if (!project) throw notFound();
  return project;
}

const unknownProject = () => invalidField('projectId', texts.unknownProject);

/** The project that a body names: one that does not exist is that field's fault. */
async function accessNamedProject(db: Db, uuid: string): Promise<ProjectRow> {
  const project = await findProject(db, uuid);
  if (!project) throw unknownProject();
  return project;
}

const presentProject = ({ uuid, id, name }: ProjectRow): Project => ({ uuid, id, name });

const officeTaken = () => takenField('name', texts.officeTaken);
const officeRefusals = { offices_name_key: officeTaken, offices_name_look: officeTaken };

export async function listOffices(
  ctx: ChatContext,
  query: Partial<Page>,
): Promise<Answer<Office[]>> {
  const { rows, page } = await findOffices(ctx.db, pageFrom(query));
  return answerList(rows.map(presentOffice), page);
}

export async function createOffice(ctx: ChatContext, input: OfficeInput): Promise<Office> {
  const project = await accessNamedProject(ctx.db, input.projectId);
  const office = { uuid: newUuid(), projectId: project.id, name: input.name };
  const inserted = await orRefuse(insertOffice(ctx.db, office), {
    ...officeRefusals,
    offices_project_id_fkey: unknownProject,
  });
  return presentOffice(inserted);
}

export async function updateOffice(
  ctx: ChatContext,
  officeUuid: string,
  input: { name: string; projectId?: string | undefined },
): Promise<Office> {
  const office = await accessOffice(ctx.db, officeUuid);
  if (input.projectId !== undefined && input.projectId !== office.projectUuid) {
    throw invalidField('projectId', texts.cannotMove);
  }
  const renamed = await orRefuse(updateOfficeName(ctx.db, office.id, input.name), officeRefusals);
  if (!renamed) throw notFound();
  await announceGroupsOfOffice(ctx, office.id);
  return presentOffice(renamed);
}

/** A deleted group holds its office no longer, so that only living ones keep it (rules/groups 8). */
export async function deleteOffice(ctx: ChatContext, officeUuid: string): Promise<null> {
  const { id } = await accessOffice(ctx.db, officeUuid);
  await orRefuse(removeOffice(ctx.db, id), {
    groups_office_id_fkey: () => conflict(texts.hasGroups),
  });
  return null;
}

async function accessOffice(db: Db, uuid: string): Promise<OfficeRow> {
  const office = await findOffice(db, uuid);
  if (!office) throw notFound();
  return office;
}

export const unknownOffice = (): AppError => invalidField('officeId', texts.unknownOffice);

/** The office that a body names: one that does not exist is that field's fault. */
export async function accessNamedOffice(db: Db, uuid: string): Promise<OfficeRow> {
  const office = await findOffice(db, uuid);
  if (!office) throw unknownOffice();
  return office;
}

function presentOffice({ uuid, id, name, projectUuid, projectName }: OfficeRow): Office {
  return { uuid, id, name, project: { uuid: projectUuid, name: projectName } };
}

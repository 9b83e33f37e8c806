import type { OfficeInput } from '@chat/contract/forms';
import type { Office } from '@chat/contract/offices';
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
import { announceGroupsOfOffice } from '../audiences/audiences.actions.ts';
import { accessNamedProject, unknownProject } from '../projects/projects.actions.ts';
import {
  findOffice,
  findOffices,
  insertOffice,
  type OfficeRow,
  removeOffice,
  updateOfficeName,
} from './offices.queries.ts';

export const officesTexts = {
  nameTaken: 'Ya existe una oficina con ese nombre en el proyecto',
  unknown: 'La oficina no existe',
  hasGroups: 'La oficina tiene grupos',
  cannotMove: 'Una oficina no puede cambiar de proyecto',
};

const nameTaken = () => takenField('name', officesTexts.nameTaken);

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
    offices_name_key: nameTaken,
    offices_name_look: nameTaken,
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
    throw invalidField('projectId', officesTexts.cannotMove);
  }
  const renamed = await orRefuse(updateOfficeName(ctx.db, office.id, input.name), {
    offices_name_key: nameTaken,
    offices_name_look: nameTaken,
  });
  if (!renamed) throw notFound();
  await announceGroupsOfOffice(ctx, office.id);
  return presentOffice(renamed);
}

/** A deleted group holds its office no longer, so that only living ones keep it (rules/groups 8). */
export async function deleteOffice(ctx: ChatContext, officeUuid: string): Promise<null> {
  const { id } = await accessOffice(ctx.db, officeUuid);
  await orRefuse(removeOffice(ctx.db, id), {
    groups_office_id_fkey: () => conflict(officesTexts.hasGroups),
  });
  return null;
}

export async function accessOffice(db: Db, uuid: string): Promise<OfficeRow> {
  const office = await findOffice(db, uuid);
  if (!office) throw notFound();
  return office;
}

export const unknownOffice = (): AppError => invalidField('officeId', officesTexts.unknown);

/** The office that a body names: one that does not exist is that field's fault. */
export async function accessNamedOffice(db: Db, uuid: string): Promise<OfficeRow> {
  const office = await findOffice(db, uuid);
  if (!office) throw unknownOffice();
  return office;
}

export function presentOffice({ uuid, id, name, projectUuid, projectName }: OfficeRow): Office {
  return { uuid, id, name, project: { uuid: projectUuid, name: projectName } };
}

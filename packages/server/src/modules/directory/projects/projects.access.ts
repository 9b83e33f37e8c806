import type { Db } from '../../../db/database.ts';
import { type AppError, invalidField, notFound } from '../../../shared/errors.ts';
import { findProject, type ProjectRow } from './projects.queries.ts';
import { projectsTexts } from './projects.texts.ts';

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

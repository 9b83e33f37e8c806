import type { Db } from '../../../db/database.ts';
import { type AppError, invalidField, notFound } from '../../../shared/errors.ts';
import { findOffice, type OfficeRow } from './offices.queries.ts';
import { officesTexts } from './offices.texts.ts';

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

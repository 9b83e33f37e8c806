import type { Office } from '@chat/contract/offices';
import type { OfficeRow } from './offices.queries.ts';

export function presentOffice({ uuid, id, name, projectUuid, projectName }: OfficeRow): Office {
  return { uuid, id, name, project: { uuid: projectUuid, name: projectName } };
}

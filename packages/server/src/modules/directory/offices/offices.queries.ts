import type { Page } from '@chat/contract/route';
import { type Db, sql } from '../../../db/database.ts';
import { fillLooks, nameKey, nameLook, renamedTo } from '../../../db/name-looks.ts';
import { type Listed, listRows } from '../../../db/page.ts';

export interface OfficeRow {
  id: number;
  uuid: string;
  name: string;
  projectUuid: string;
  projectName: string;
}

const officeColumns = sql`o.id, o.uuid, o.name, p.uuid as project_uuid, p.name as project_name`;
const selectOffices = sql`
  select ${officeColumns} from offices o join projects p on p.id = o.project_id`;

export function findOffices(db: Db, page: Page | undefined): Promise<Listed<OfficeRow>> {
  return listRows(db, selectOffices, sql`order by p.name_key, p.id, o.name_key, o.id`, page);
}

export function findOffice(db: Db, uuid: string): Promise<OfficeRow | undefined> {
  return db.maybeOne(sql`${selectOffices} where o.uuid = ${uuid}`);
}

export function insertOffice(
  db: Db,
  office: { uuid: string; projectId: number; name: string },
): Promise<OfficeRow> {
  return db.one(sql`
    with o as (
      insert into offices (uuid, project_id, name, name_key, name_look)
      values (
        ${office.uuid}, ${office.projectId}, ${office.name}, ${nameKey(office.name)}, ${nameLook(office.name)}
      )
      returning id, uuid, name, project_id
    )
    select ${officeColumns} from o join projects p on p.id = o.project_id`);
}

export function updateOfficeName(db: Db, id: number, name: string): Promise<OfficeRow | undefined> {
  return db.maybeOne(sql`
    with o as (
      update offices set ${renamedTo(name)} where id = ${id}
      returning id, uuid, name, project_id
    )
    select ${officeColumns} from o join projects p on p.id = o.project_id`);
}

export function removeOffice(db: Db, id: number): Promise<number> {
  return db.run(sql`delete from offices where id = ${id}`);
}

export const fillOfficeLooks = (db: Db): Promise<void> =>
  fillLooks(db, {
    table: sql`offices`,
    scopeOf: (row) => sql`${row}.project_id`,
    isLiving: () => sql`true`,
    constraint: 'offices_name_look',
  });

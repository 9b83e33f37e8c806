import type { Page } from '@chat/contract/route';
import { type Db, sql } from '../../../db/database.ts';
import { fillLooks, nameKey, nameLook, renamedTo } from '../../../db/name-looks.ts';
import { type Listed, listRows } from '../../../db/page.ts';

export interface ProjectRow {
  id: number;
  uuid: string;
  name: string;
}

export function findProjects(db: Db, page: Page | undefined): Promise<Listed<ProjectRow>> {
  return listRows(db, sql`select id, uuid, name from projects`, sql`order by name_key, id`, page);
}

export function findProject(db: Db, uuid: string): Promise<ProjectRow | undefined> {
  return db.maybeOne(sql`select id, uuid, name from projects where uuid = ${uuid}`);
}

export function insertProject(
  db: Db,
  project: { uuid: string; name: string },
): Promise<ProjectRow> {
  return db.one(sql`
    insert into projects (uuid, name, name_key, name_look)
    values (${project.uuid}, ${project.name}, ${nameKey(project.name)}, ${nameLook(project.name)})
    returning id, uuid, name`);
}

export function updateProjectName(
  db: Db,
  id: number,
  name: string,
): Promise<ProjectRow | undefined> {
  return db.maybeOne(sql`
    update projects set ${renamedTo(name)}
    where id = ${id}
    returning id, uuid, name`);
}

export function removeProject(db: Db, id: number): Promise<number> {
  return db.run(sql`delete from projects where id = ${id}`);
}

export const fillProjectLooks = (db: Db): Promise<void> =>
  fillLooks(db, {
    table: sql`projects`,
    scopeOf: () => sql`0::bigint`,
    isLiving: () => sql`true`,
    constraint: 'projects_name_look',
  });

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

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

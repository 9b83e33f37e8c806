import type { Page } from '@chat/contract/shared/page';
import { type Db, sql } from '../../db/database.ts';
import { nameKey } from '../../db/name-key.ts';
import { type Listed, listRows } from '../../db/page.ts';

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
    insert into projects (uuid, name, name_key)
    values (${project.uuid}, ${project.name}, ${nameKey(project.name)})
    returning id, uuid, name`);
}

export function updateProjectName(
  db: Db,
  id: number,
  name: string,
): Promise<ProjectRow | undefined> {
  return db.maybeOne(sql`
    update projects set name = ${name}, name_key = ${nameKey(name)}
    where id = ${id}
    returning id, uuid, name`);
}

export function removeProject(db: Db, id: number): Promise<number> {
  return db.run(sql`delete from projects where id = ${id}`);
}

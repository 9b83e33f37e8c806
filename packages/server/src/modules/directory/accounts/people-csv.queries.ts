import { type Db, fixed, sql } from '../../../db/database.ts';

// A number of our own among the database's advisory locks.
const IMPORT_LOCK = 4_519_062;

/** False while another process imports; held until the transaction ends. */
export async function takeImportLock(tx: Db): Promise<boolean> {
  const { taken } = await tx.one<{ taken: boolean }>(
    sql`select pg_try_advisory_xact_lock(${fixed(IMPORT_LOCK)}) as taken`,
  );
  return taken;
}

/** The e-mails that living users have, among those. */
export async function findKnownEmails(db: Db, emails: string[]): Promise<Set<string>> {
  const rows = await db.many<{ email: string }>(sql`
    select email from users where email = any(${emails}::text[]) and deleted_at is null`);
  return new Set(rows.map(({ email }) => email));
}

/** Names of places that are there, as `nameKey` writes them. */
export interface PlaceRow {
  project: string | null;
  office: string | null;
  group: string | null;
  id: number | null;
  uuid: string | null;
}

/** Projects with their offices and the groups in them, and groups without office, among those named so. */
export function findPlaces(
  db: Db,
  names: { projects: string[]; offices: string[]; groups: string[] },
): Promise<PlaceRow[]> {
  return db.many(sql`
    select p.name_key as project, o.name_key as office, g.name_key as "group", g.id, g.uuid
    from (select id, name_key from projects where name_key = any(${names.projects}::text[])) p
      left join offices o on o.project_id = p.id and o.name_key = any(${names.offices}::text[])
      left join groups g on g.office_id = o.id and g.deleted_at is null
        and g.name_key = any(${names.groups}::text[])
    union all
    select null, null, name_key, id, uuid
    from groups
    where office_id is null and deleted_at is null and name_key = any(${names.groups}::text[])`);
}

export interface ExportedRow {
  id: number;
  firstName: string;
  lastName: string;
  email: string;
  isAdmin: boolean;
  managesGroups: boolean;
  blockedAt: Date | null;
  offices: string[];
  groups: string[];
}

/** Finds at most `most` users after that one, oldest first, with their groups and the offices of those. */
export function findUsersAfter(db: Db, afterId: number, most: number): Promise<ExportedRow[]> {
  return db.many(sql`
    select u.id, u.first_name, u.last_name, u.email, u.is_admin, u.blocked_at,
      exists (
        select from group_permissions m join groups g on g.id = m.group_id and g.deleted_at is null
        where m.user_id = u.id
      ) as manages_groups,
      coalesce(theirs.offices, '{}') as offices, coalesce(theirs.groups, '{}') as groups
    from (
        select * from users where deleted_at is null and id > ${afterId} order by id limit ${most}
      ) u
      left join lateral (
        select array_agg(g.name order by g.name_key, g.id) as groups,
          array_agg(distinct o.name collate "C") filter (where o.id is not null) as offices
        from group_participants gp
          join groups g on g.id = gp.group_id
          left join offices o on o.id = g.office_id
        where gp.user_id = u.id
      ) theirs on true
    order by u.id`);
}

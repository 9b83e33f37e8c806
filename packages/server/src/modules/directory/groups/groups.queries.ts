import { GENERAL } from '@chat/contract/checks';
import type { Page } from '@chat/contract/route';
import { type Db, type Sql, sql } from '../../../db/database.ts';
import { fillLooks, nameKey, nameLook, renamedTo, strictLook } from '../../../db/name-looks.ts';
import { type Listed, listRows } from '../../../db/page.ts';

export interface GroupRow {
  id: number;
  uuid: string;
  name: string;
  description: string;
  officeUuid: string | null;
  officeName: string | null;
  projectUuid: string | null;
  projectName: string | null;
  participantsCount: number;
  retentionDays: number | null;
}

const groupColumns = sql`
  g.id, g.uuid, g.name, g.description, o.uuid as office_uuid, o.name as office_name,
  p.uuid as project_uuid, p.name as project_name, g.participants_count, g.retention_days`;

const groupTables = (groups: Sql) => sql`
  ${groups}
  left join offices o on o.id = g.office_id
  left join projects p on p.id = o.project_id`;

const allGroups = groupTables(sql`groups g`);

const byLabel = sql`
  order by p.name_key nulls first, p.id, o.name_key nulls first, o.id, g.name_key, g.id`;

export const isGeneral = (group: { name: string }): boolean =>
  nameKey(group.name) === nameKey(GENERAL);

export const looksLikeGeneral = (name: string): boolean => strictLook(name) === strictLook(GENERAL);

export function findGroups(db: Db, page: Page | undefined): Promise<Listed<GroupRow>> {
  const query = sql`
    select ${groupColumns} from ${allGroups} where g.deleted_at is null`;
  return listRows(db, query, byLabel, page);
}

export function findGroupsManagedBy(
  db: Db,
  userId: number,
  page?: Page,
): Promise<Listed<GroupRow>> {
  const query = sql`
    select ${groupColumns}
    from ${allGroups} join group_permissions mine on mine.group_id = g.id
    where mine.user_id = ${userId} and g.deleted_at is null`;
  return listRows(db, query, byLabel, page);
}

export async function findManagerIds(db: Db, groupId: number): Promise<number[]> {
  const rows = await db.many<{ userId: number }>(
    sql`select user_id from group_permissions where group_id = ${groupId}`,
  );
  return rows.map(({ userId }) => userId);
}

/** The groups each of the users manages, a row for each pair. */
export function findGroupsOfManagers(
  db: Db,
  userIds: number[],
): Promise<(GroupRow & { managerId: number })[]> {
  return db.many(sql`
    select mine.user_id as manager_id, ${groupColumns}
    from ${allGroups} join group_permissions mine on mine.group_id = g.id
    where mine.user_id = any(${userIds}::bigint[]) and g.deleted_at is null ${byLabel}`);
}

export interface OwnGroupRow extends GroupRow {
  unreadCount: number;
}

/**
 * The user's groups with what is unread in each, by one statement, which is one round trip. The number of their direct
 * chats is stored, since they may have hundreds; the number of each group's own chat follows from their watermark.
 */
export function findGroupsOfParticipant(
  db: Db,
  userId: number,
  page: Page | undefined,
): Promise<Listed<OwnGroupRow>> {
  const query = sql`
    with mine as materialized (
      select group_id from group_participants where user_id = ${userId}
    ), unread as (
      select c.group_id, c.last_seq - me.seen_seq - case when c.deleted_count = 0 then 0 else (
        select count(*) from messages d
        where d.chat_id = c.id and d.seq > me.seen_seq and d.deleted_at is not null
      ) end as messages
      from mine
        cross join lateral (
          select * from chats where group_id = mine.group_id and kind = 'GROUP' limit 1
        ) c
        cross join lateral (
          select seen_seq from chat_members where chat_id = c.id and user_id = ${userId} and seen_seq < c.last_seq limit 1
        ) me
      union all
      select group_id, messages from direct_unread where user_id = ${userId}
      union all
      select c.group_id, -1
      from unseen_deletions d, lateral (
        select c.group_id from chat_members me join chats c on c.id = me.chat_id
        where me.chat_id = d.chat_id and me.user_id = d.user_id and me.seen_seq < d.seq limit 1
      ) c
      where d.user_id = ${userId}
    )
    select ${groupColumns}, coalesce(unread.messages, 0) as unread_count
    from ${groupTables(sql`mine, lateral (select * from groups where id = mine.group_id limit 1) g`)}
      left join (
        select group_id, sum(messages)::bigint as messages from unread group by group_id
      ) unread on unread.group_id = g.id
    where g.deleted_at is null`;
  return listRows(db, query, byLabel, page);
}

/** A group with what a user is to it. */
export interface GroupForUserRow extends GroupRow {
  participates: boolean;
  manages: boolean;
}

export function findGroup(
  db: Db,
  uuid: string,
  userId: number,
): Promise<GroupForUserRow | undefined> {
  return db.maybeOne(sql`
    select ${groupColumns},
      exists (select from group_participants m where m.group_id = g.id and m.user_id = ${userId})
        as participates,
      exists (select from group_permissions m where m.group_id = g.id and m.user_id = ${userId})
        as manages
    from ${groupTables(sql`(select * from groups where uuid = ${uuid} limit 1) g`)}
    where g.deleted_at is null`);
}

/**
 * Living groups by uuid, kept from being deleted, and from gaining or losing anybody else, until the transaction ends.
 * Users are locked before them, here as in the deletion of a user.
 */
export function findGroupsToJoin(db: Db, uuids: string[]): Promise<{ id: number; uuid: string }[]> {
  return db.many(sql`
    select id, uuid from groups
    where uuid = any(${uuids}::uuid[]) and deleted_at is null
    order by id for no key update`);
}

export function findGeneral(db: Db): Promise<{ id: number; uuid: string } | undefined> {
  return db.maybeOne(sql`
    select id, uuid from groups
    where name_key = ${nameKey(GENERAL)} and office_id is null and deleted_at is null`);
}

export interface NewGroup {
  uuid: string;
  officeId: number | null;
  name: string;
  description: string;
}

export function insertGroup(db: Db, group: NewGroup): Promise<{ id: number; uuid: string }> {
  return db.one(sql`
    insert into groups (uuid, office_id, name, name_key, name_look, description)
    values (
      ${group.uuid}, ${group.officeId}, ${group.name}, ${nameKey(group.name)}, ${nameLook(group.name)},
      ${group.description}
    )
    returning id, uuid`);
}

/** GENERAL when there is none yet; several processes may start at once. */
export function insertGeneral(
  db: Db,
  uuid: string,
): Promise<{ id: number; uuid: string } | undefined> {
  return db.maybeOne(sql`
    insert into groups (uuid, name, name_key, name_look)
    values (${uuid}, ${GENERAL}, ${nameKey(GENERAL)}, ${nameLook(GENERAL)})
    on conflict do nothing
    returning id, uuid`);
}

export function updateGroup(
  db: Db,
  id: number,
  changes: { name: string; description: string | undefined },
): Promise<number> {
  return db.run(sql`
    update groups
    set ${renamedTo(changes.name)},
      description = coalesce(${changes.description ?? null}, description)
    where id = ${id} and deleted_at is null`);
}

/** Zero rows where the group has these days already, or is gone. */
export function updateGroupRetention(db: Db, id: number, days: number | null): Promise<number> {
  return db.run(sql`
    update groups set retention_days = ${days}
    where id = ${id} and deleted_at is null and retention_days is distinct from ${days}`);
}

/** Marks the group as deleted; from then on it holds neither its office nor its name. */
export function updateGroupDeleted(db: Db, id: number): Promise<number> {
  return db.run(sql`
    update groups set deleted_at = now(), office_id = null
    where id = ${id} and deleted_at is null`);
}

export const fillGroupLooks = (db: Db): Promise<void> =>
  fillLooks(db, {
    table: sql`groups`,
    scopeOf: (row) => sql`coalesce(${row}.office_id, 0)`,
    isLiving: (row) => sql`${row}.deleted_at is null`,
    constraint: 'groups_name_look',
  });

/** A group that may be deleted, and erased. */
export interface FormerGroupRow {
  id: number;
  name: string;
  deletedAt: Date | null;
  erasedAt: Date | null;
}

/** Whether deleted or not; locked until the commit. */
export const lockFormerGroup = (tx: Db, uuid: string): Promise<FormerGroupRow | undefined> =>
  tx.maybeOne(sql`
    select id, name, deleted_at, erased_at from groups where uuid = ${uuid} for no key update`);

export interface DeletedGroupRow {
  uuid: string;
  name: string;
  deletedAt: Date;
}

/** The newest deletion first; an erased one has no name any more. */
export const findDeletedGroups = (
  db: Db,
  page: Page | undefined,
): Promise<Listed<DeletedGroupRow>> =>
  listRows(
    db,
    sql`
      select uuid, name, deleted_at
      from groups where deleted_at is not null and erased_at is null`,
    sql`order by deleted_at desc, id desc`,
    page,
  );

/** The row stays, since the audit names it. */
export async function updateGroupErased(tx: Db, id: number): Promise<void> {
  await tx.run(sql`
    update groups set name = '', name_key = '', name_look = null, description = '', erased_at = now() where id = ${id}`);
}

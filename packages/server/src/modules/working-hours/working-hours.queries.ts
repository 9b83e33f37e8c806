import { type Db, type Sql, sql } from '../../db/database.ts';
import type { HoursOrAlways } from './wall-clock.ts';

/** Null: the company. */
type OfficeId = number | null;

export interface Person {
  id: number;
  uuid: string;
}

export const findOffice = (
  db: Db,
  uuid: string,
): Promise<{ id: number; name: string } | undefined> =>
  db.maybeOne(sql`select id, name from offices where uuid = ${uuid}`);

export async function findHours(db: Db, officeId: OfficeId): Promise<HoursOrAlways> {
  const row = await db.maybeOne<{ hours: HoursOrAlways }>(sql`
    select hours from working_hours where office_id is not distinct from ${officeId}::bigint`);
  return row?.hours ?? null;
}

/** Each change gives the row another version. */
export function updateHours(db: Db, officeId: OfficeId, hours: HoursOrAlways): Promise<number> {
  if (hours === null) {
    return db.run(sql`
      delete from working_hours where office_id is not distinct from ${officeId}::bigint`);
  }
  return db.run(sql`
    insert into working_hours (office_id, hours) values (${officeId}, ${JSON.stringify(hours)})
    on conflict (office_id) do update set version = default, hours = excluded.hours`);
}

const inGroups = (condition: Sql): Sql => sql`
  select from group_participants gp
    join groups g on g.id = gp.group_id
    left join working_hours own on own.office_id = g.office_id
  where gp.user_id = u.id and ${condition}`;

/** The people of whose hours the company's are a part. */
export const findPeopleOfCompany = (db: Db): Promise<Person[]> =>
  db.many(sql`
    select u.id, u.uuid from users u
    where u.deleted_at is null and (
      not exists (${inGroups(sql`g.office_id is not null`)})
      or exists (${inGroups(sql`g.office_id is not null and own.office_id is null`)})
    )`);

/** The people in groups of the office. */
export const findPeopleOfOffice = (db: Db, officeId: number): Promise<Person[]> =>
  db.many(sql`
    select distinct u.id, u.uuid
    from groups g
      join group_participants gp on gp.group_id = g.id
      join users u on u.id = gp.user_id
    where g.office_id = ${officeId}`);

export const findPeople = (db: Db, uuids: string[]): Promise<Person[]> =>
  db.many(sql`select id, uuid from users where uuid = any(${uuids}::uuid[])`);

/** The other one of a direct chat, unless they were deleted; nobody in other chats. */
export const findCounterpart = (
  db: Db,
  chatId: number,
  userId: number,
): Promise<{ id: number } | undefined> =>
  db.maybeOne(sql`
    select u.id
    from chats c, lateral (
      select id, deleted_at from users where id = c.low_user_id + c.high_user_id - ${userId}::bigint limit 1
    ) u
    where c.id = ${chatId} and c.kind = 'DIRECT' and u.deleted_at is null`);

export const insertOutsideHours = (db: Db, userId: number): Promise<number> =>
  db.run(
    sql`insert into notified_outside_hours (user_id) values (${userId}) on conflict do nothing`,
  );

export const removeOutsideHours = (db: Db, userId: number): Promise<number> =>
  db.run(sql`delete from notified_outside_hours where user_id = ${userId}`);

export interface SourceRow {
  userId: number;
  outsideHours: boolean;
  /** Null: always. */
  version: number | null;
  /** Said once for each version, the first time. */
  hours: HoursOrAlways;
}

/**
 * The hours of each person, a row for each: those of the offices of their groups, or the company's, which are also
 * those of an office without any of its own (rules/working-hours 6, 7).
 */
export function findHoursOf(db: Db, userIds: readonly number[]): Promise<SourceRow[]> {
  return db.many(sql`
    with source as (
      select distinct u.id as user_id, coalesce(own.version, company.version) as version
      from unnest(${userIds}::bigint[]) as asked (id)
        cross join lateral (select id from users where id = asked.id limit 1) u
        left join lateral (
          select g.office_id
          from (select group_id from group_participants where user_id = u.id offset 0) gp
            cross join lateral (select office_id from groups where id = gp.group_id limit 1) g
          where g.office_id is not null
        ) part on true
        left join lateral (
          select version from working_hours where office_id = part.office_id limit 1
        ) own on true
        left join (select version from working_hours where office_id is null) company on true
    )
    select s.user_id, s.version,
      (select true from notified_outside_hours c where c.user_id = s.user_id) is not null as outside_hours,
      case when row_number() over (partition by s.version) = 1 then (
        select hours from working_hours h where h.version = s.version
      ) end as hours
    from source s`);
}

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

/** Those whose hours are the company's, if not all of them. */
export const findPeopleOfCompany = (db: Db): Promise<Person[]> =>
  db.many(sql`
    select u.id, u.uuid from users u
    where u.deleted_at is null and (
      not exists (${inGroups(sql`g.office_id is not null`)})
      or exists (${inGroups(sql`g.office_id is not null and own.office_id is null`)})
    )`);

/** Those who are in a group of the office. */
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
    from chats c join users u on u.id = c.low_user_id + c.high_user_id - ${userId}::bigint
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
 * The hours of each person, a row for each: those of the offices of their groups, or the company's, which are also those
 * of an office without any of its own (rules/working-hours 6, 7).
 */
export function findHoursOf(db: Db, userIds: readonly number[]): Promise<SourceRow[]> {
  return db.many(sql`
    with source as (
      select u.id as user_id, o.version
      from unnest(${userIds}::bigint[]) as asked (id)
        cross join lateral (select id from users where id = asked.id limit 1) u
        cross join lateral (
          select distinct coalesce(own.version, company.version) as version
          from (
              select distinct g.office_id
              from group_participants gp, lateral (select office_id from groups where id = gp.group_id limit 1) g
              where gp.user_id = u.id
            ) part
            left join working_hours own on own.office_id = part.office_id
            left join working_hours company on company.office_id is null
          where part.office_id is not null
          union all
          select company.version
          from (values (1)) as once
            left join working_hours company on company.office_id is null
          where not exists (
            select from group_participants gp join groups g on g.id = gp.group_id
            where gp.user_id = u.id and g.office_id is not null
          )
        ) o
    )
    select s.user_id, c.user_id is not null as outside_hours, s.version,
      case when row_number() over (partition by s.version) = 1 then h.hours end as hours
    from source s
      left join working_hours h on h.version = s.version
      left join notified_outside_hours c on c.user_id = s.user_id`);
}

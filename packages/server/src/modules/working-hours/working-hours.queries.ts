import { type Db, sql } from '../../db/database.ts';
import type { HoursOrAlways } from './wall-clock.ts';

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

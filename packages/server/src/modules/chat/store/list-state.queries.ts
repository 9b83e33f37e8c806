import { type Sql, sql } from '../../../db/database.ts';
import { sinceStart } from './row-versions.queries.ts';

/**
 * What the database says of the chat list of a participant of `g`: a digest of the versions of all rows that it shows.
 * A message counts by its chat. Who said the last word in a group need not take part any more; in a direct chat it is
 * one of the two.
 */
export const listState = (viewerId: number): Sql => sql`(
    with mine as materialized (
      select c.id, c.xmin as version, me.xmin as own_version,
        c.low_user_id + c.high_user_id - ${viewerId}::bigint as peer_id,
        case when c.kind = 'GROUP' then (
          select u.xmin from messages m, lateral (select one.xmin from users one where one.id = m.sender_id limit 1) u
          where m.chat_id = c.id and m.id = c.last_message_id
        ) end as sender_version
      from (select mine.xmin, mine.* from chat_members mine) me, lateral (
        select one.xmin, one.* from chats one where one.id = me.chat_id and one.group_id = g.id limit 1
      ) c
      where me.user_id = ${viewerId} and me.left_at is null
    ), participants as (
      select p.user_id, p.xmin as version from group_participants p where p.group_id = g.id
    )
    select concat(encode(sha256(string_agg(
      concat(p.user_id, ' ', p.version, ' ', c.id, ' ', c.version, ' ', c.own_version, ' ', c.sender_version, ' ', u.version), ','
    )::bytea), 'base64'), ' ', ${sinceStart})
    from participants p
      full join mine c on c.peer_id = p.user_id
      left join (select one.id, one.xmin as version from users one) u on u.id = coalesce(p.user_id, c.peer_id)
  )`;

import { type Db, sql } from '../../../db/database.ts';
import { calledOf, unreadOf } from './chat-lists.queries.ts';
import { type NotifyRow, notifyColumns } from './members.queries.ts';

/** A chat that somebody has muted. */
export interface MuteRow extends NotifyRow {
  groupUuid: string;
  chatUuid: string;
  /** The unread messages that the mute holds back. */
  heldBack: number;
}

/** All mutes of a person, in whatever groups. */
export const findMutes = (db: Db, userId: number): Promise<MuteRow[]> =>
  db.many(sql`
    select g.uuid as group_uuid, c.uuid as chat_uuid, ${notifyColumns(sql`me`)},
      case when c.last_seq > me.seen_seq then greatest(0, ${unreadOf} - ${calledOf}) else 0 end as held_back
    from (
        select * from chat_members
        where user_id = ${userId} and left_at is null and notify_mode <> 'all'
          and coalesce(notify_until > now(), true)
      ) me
      cross join lateral (select * from chats where id = me.chat_id limit 1) c
      cross join lateral (select uuid from groups where id = c.group_id limit 1) g`);

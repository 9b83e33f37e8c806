import type { ChatType } from '@chat/contract/messages';
import type { Page } from '@chat/contract/route';
import { type Db, sql } from '../../../db/database.ts';
import { type Listed, listRows } from '../../../db/page.ts';
import {
  type ChatMarks,
  type LastMessageRow,
  lastMessageColumns,
  lastMessageTables,
} from './last-message.queries.ts';

interface GroupColumns {
  groupId: number;
  groupUuid: string;
  groupName: string;
}

export type ChatRowWithUsers = LastMessageRow &
  ChatMarks &
  (GroupColumns | { groupId: null }) & {
    id: number;
    uuid: string;
    kind: ChatType;
    hash: string;
    users: { id: number; uuid: string; email: string; deletedAt: string | null }[];
  };

const AVATARS = 3;

const user = sql`
  json_build_object('id', p.id, 'uuid', p.uuid, 'email', p.email, 'deletedAt', p.deleted_at)`;

const chatWithUsers = sql`
  select c.id, c.uuid, c.kind, c.hash, c.delivered_seq, c.seen_seq,
    g.id as group_id, g.uuid as group_uuid, g.name as group_name, ${lastMessageColumns},
    case when c.kind = 'DIRECT' then (
      select json_agg(${user} order by p.email)
      from (values
        (low.id, low.uuid, low.email, low.deleted_at), (high.id, high.uuid, high.email, high.deleted_at)
      ) as p (id, uuid, email, deleted_at)
    ) else (
      select coalesce(json_agg(${user}), '[]')
      from (
        select u.id, u.uuid, u.email, u.deleted_at
        from chat_members m join users u on u.id = m.user_id
        where m.chat_id = c.id and m.left_at is null
        order by u.email limit ${AVATARS}
      ) p
    ) end as users
  from chats c
    left join groups g on g.id = c.group_id
    left join users low on low.id = c.low_user_id
    left join users high on high.id = c.high_user_id
    ${lastMessageTables}`;

export function findChatWithUsers(db: Db, chatUuid: string): Promise<ChatRowWithUsers | undefined> {
  return db.maybeOne(sql`${chatWithUsers} where c.uuid = ${chatUuid}`);
}

/**
 * One page of the group and direct chats that have a message, newest first; `pattern` is matched with any participant's
 * e-mail. No index leads through the latest message itself, so that a send writes its chat's row in place: the index
 * finds the hours, each of which is sorted.
 */
export function findChatsWithMessages(
  db: Db,
  pattern: string | undefined,
  page: Page,
): Promise<Listed<{ id: number }>> {
  const chats =
    pattern === undefined
      ? sql`chats`
      : sql`(
          select c.* from (
              select distinct m.chat_id, m.left_at is null as is_present
              from users u, lateral (select chat_id, left_at from chat_members where user_id = u.id offset 0) m
              where u.email like ${pattern}
            ) of_found, lateral (
              select * from chats where id = of_found.chat_id limit 1
            ) c where of_found.is_present or c.kind = 'DIRECT'
        )`;
  const query = sql`
    select c.id
    from ${chats} c
    where c.kind <> 'PERSONAL' and c.last_message_hour is not null
      and c.group_id <> all (array(select id from groups where deleted_at is not null))`;
  const newestFirst = sql`order by c.last_message_hour desc, c.last_message_at desc, c.id desc`;
  return listRows(db, query, newestFirst, page);
}

/** Newest first. Asked for by id, so that the pages before are counted off without being put together. */
export function findChatsWithUsers(db: Db, ids: number[]): Promise<ChatRowWithUsers[]> {
  return db.many(sql`
    ${chatWithUsers} where c.id = any(${ids}::bigint[]) order by c.last_message_at desc, c.id desc`);
}

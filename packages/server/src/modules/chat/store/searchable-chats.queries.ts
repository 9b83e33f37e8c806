import { type Db, type Sql, sql } from '../../../db/database.ts';

/** What a search is narrowed to; each that is given narrows it. */
export interface ChatFilter {
  chatUuid?: string | undefined;
  groupUuid?: string | undefined;
  /** In chats of one of the groups, or direct ones with one of the users. */
  places?: { groupIds: number[]; userIds: number[] } | undefined;
}

export interface SearchableChats {
  ids: number[];
  /** How many messages have been sent there. */
  messages: number;
}

const filtered = ({ chatUuid, groupUuid, places }: ChatFilter, isCounterpart: Sql): Sql => sql`
  (${chatUuid ?? null}::uuid is null or c.uuid = ${chatUuid ?? null}::uuid)
  and (${groupUuid ?? null}::uuid is null or c.group_id = (select id from groups where uuid = ${groupUuid ?? null}::uuid))
  and (${places === undefined}::boolean
    or c.group_id = any(${places?.groupIds ?? []}::bigint[]) or c.kind = 'DIRECT' and ${isCounterpart})`;

const isLive = sql`(c.group_id in (select g.id from groups g where g.deleted_at is not null)) is not true`;

const chosen = sql`
  select coalesce(json_agg(c.id), '[]') as ids, coalesce(sum(c.last_seq), 0)::bigint as messages`;

/** The chats of which the viewer is a member now. */
export function findOwnChats(
  db: Db,
  viewerId: number,
  filter: ChatFilter,
): Promise<SearchableChats> {
  const userIds = filter.places?.userIds ?? [];
  const counterpart = sql`c.low_user_id + c.high_user_id - ${viewerId}::bigint = any(${userIds}::bigint[])`;
  // By a list of ids, which is one walk over their index: to join thousands of chats one by one takes twice as long.
  return db.one(sql`
    ${chosen} from chats c
    where c.id = any(array(select chat_id from chat_members where user_id = ${viewerId} and left_at is null))
      and ${isLive} and ${filtered(filter, counterpart)}`);
}

/** The group and direct chats that an administrator may read. */
export function findWatchableChats(db: Db, filter: ChatFilter): Promise<SearchableChats> {
  const userIds = filter.places?.userIds ?? [];
  const counterpart = sql`array[c.low_user_id, c.high_user_id] && ${userIds}::bigint[]`;
  return db.one(sql`
    ${chosen} from chats c where c.kind <> 'PERSONAL' and ${isLive} and ${filtered(filter, counterpart)}`);
}

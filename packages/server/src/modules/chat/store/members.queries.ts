import type { NotificationMode } from '@chat/contract/notifications';
import { type Db, type Sql, sql } from '../../../db/database.ts';

/** Into the groups' chats with their history as read, and back into the direct chats they had there. */
export function insertGroupMembers(db: Db, groupIds: number[], userIds: number[]): Promise<number> {
  return db.run(sql`
    with joined as (
      insert into chat_members as m (chat_id, user_id, delivered_seq, seen_seq, joined_seq)
      select c.id, user_id, c.last_seq, c.last_seq, c.last_seq
      from chats c, unnest(${userIds}::bigint[]) as user_id
      where c.group_id = any(${groupIds}::bigint[]) and c.kind = 'GROUP'
      on conflict (chat_id, user_id) do update
      set left_at = null, delivered_seq = excluded.delivered_seq, seen_seq = excluded.seen_seq,
        joined_seq = excluded.joined_seq
      where m.left_at is not null
    )
    update chat_members m set left_at = null
    from chats c
    where c.id = m.chat_id and c.group_id = any(${groupIds}::bigint[]) and c.kind = 'DIRECT'
      and m.user_id = any(${userIds}::bigint[]) and m.left_at is not null`);
}

/** Inserts people who were in no chat until now, as `insertGroupMembers`, each with groups of their own. */
export function insertNewMembers(
  db: Db,
  pairs: { groupId: number; userId: number }[],
): Promise<number> {
  return db.run(sql`
    insert into chat_members (chat_id, user_id, delivered_seq, seen_seq, joined_seq)
    select c.id, pair.user_id, c.last_seq, c.last_seq, c.last_seq
    from unnest(
        ${pairs.map(({ groupId }) => groupId)}::bigint[], ${pairs.map(({ userId }) => userId)}::bigint[]
      ) as pair (group_id, user_id)
      join chats c on c.group_id = pair.group_id and c.kind = 'GROUP'`);
}

// A member who comes back has muted nothing (rules/mutes 6).
const unmuted = sql`notify_mode = 'all', notify_until = null`;

/**
 * In the order in which receipts and sends lock the same rows, so that neither waits for the other for ever. Messages
 * written meanwhile are remembered: who comes back to a direct chat has never lost it, who comes back to a group's
 * joins it anew (rules/information 1).
 */
export function updateMembersLeft(db: Db, groupIds: number[], userIds: number[]): Promise<number> {
  return db.run(sql`
    with locked as (
      select m.chat_id, m.user_id, c.kind, c.last_seq
      from chat_members m join chats c on c.id = m.chat_id
      where c.group_id = any(${groupIds}::bigint[]) and m.user_id = any(${userIds}::bigint[])
        and m.left_at is null
      order by m.chat_id, m.user_id
      for update of m
    )
    update chat_members m
    set left_at = now(), ${unmuted},
      earlier = case locked.kind
        when 'GROUP' then m.earlier + int8multirange(int8range(m.joined_seq, locked.last_seq, '(]'))
        else m.earlier
      end
    from locked where locked.chat_id = m.chat_id and locked.user_id = m.user_id`);
}

export function updateAllMembersLeft(db: Db, groupId: number): Promise<number> {
  return db.run(sql`
    with locked as (
      select m.chat_id, m.user_id
      from chat_members m join chats c on c.id = m.chat_id
      where c.group_id = ${groupId} and m.left_at is null
      order by m.chat_id, m.user_id
      for update of m
    )
    update chat_members m set left_at = now(), ${unmuted}
    from locked where locked.chat_id = m.chat_id and locked.user_id = m.user_id`);
}

/** How a chat notifies a member. */
export interface NotifyRow {
  notifyMode: NotificationMode;
  /** As text. */
  notifyUntil: string | null;
}

/** Nothing when the user is no member any more. */
export function updateNotify(
  db: Db,
  chatId: number,
  userId: number,
  { mode, until }: { mode: NotificationMode; until: Date | null },
): Promise<NotifyRow | undefined> {
  return db.maybeOne(sql`
    update chat_members m set notify_mode = ${mode}, notify_until = ${until}
    where m.chat_id = ${chatId} and m.user_id = ${userId} and m.left_at is null
    returning case when m.notify_until <= now() then 'all' else m.notify_mode end as notify_mode,
      case when m.notify_until > now() then m.notify_until::text end as notify_until`);
}

interface Membership {
  /** The group chat's. */
  uuid: string;
  members: string[];
  others: string[];
  /** The administrators among the members, each with the number after which they joined. */
  administrators: { uuid: string; joinedSeq: number }[];
}

/** Divides the users into members of each group's chat and others. */
export function findMembership(
  db: Db,
  groupIds: number[],
  userUuids: string[],
): Promise<Membership[]> {
  return db.many(sql`
    select c.uuid,
      coalesce(array_agg(u.uuid::text) filter (where m.user_id is not null), '{}') as members,
      coalesce(array_agg(u.uuid::text) filter (where m.user_id is null), '{}') as others,
      coalesce(json_agg(json_build_object('uuid', u.uuid, 'joinedSeq', m.joined_seq))
        filter (where m.user_id is not null and u.is_admin), '[]') as administrators
    from chats c
      join users u on u.uuid = any(${userUuids}::uuid[])
      left join chat_members m on m.chat_id = c.id and m.user_id = u.id and m.left_at is null
    where c.group_id = any(${groupIds}::bigint[]) and c.kind = 'GROUP'
    group by c.uuid`);
}

/** Among these pairs of user and group chat, those whose user is no longer a member. */
export function findFormerMembers(
  db: Db,
  pairs: { userUuid: string; chatUuid: string }[],
): Promise<{ userUuid: string; chatUuid: string }[]> {
  return db.many(sql`
    select p.user_uuid, p.chat_uuid
    from unnest(
      ${pairs.map(({ userUuid }) => userUuid)}::uuid[], ${pairs.map(({ chatUuid }) => chatUuid)}::uuid[]
    ) as p (user_uuid, chat_uuid)
    where not exists (
      select from chats c
        join users u on u.uuid = p.user_uuid
        join chat_members m on m.chat_id = c.id and m.user_id = u.id and m.left_at is null
      where c.uuid = p.chat_uuid
    )`);
}

/** How many of the users take part in the group, kept there until the commit. */
export function lockParticipants(tx: Db, groupId: number, userIds: number[]): Promise<number> {
  return tx.run(sql`
    select from group_participants
    where group_id = ${groupId} and user_id = any(${userIds}::bigint[])
    order by user_id for share`);
}

export interface Peer {
  groupId: number;
  groupUuid: string;
  userId: number;
  userUuid: string;
}

/** The user in the group, when both they and the viewer take part in it. */
export function findPeer(
  db: Db,
  viewerId: number,
  groupUuid: string,
  userUuid: string,
): Promise<Peer | undefined> {
  return db.maybeOne(sql`
    select g.id as group_id, g.uuid as group_uuid, u.id as user_id, u.uuid as user_uuid
    from (select * from groups where uuid = ${groupUuid} limit 1) g
      cross join (select * from users where uuid = ${userUuid} limit 1) u
      cross join lateral (
        select from group_participants where group_id = g.id and user_id = ${viewerId} limit 1
      ) mine
      cross join lateral (
        select from group_participants where group_id = g.id and user_id = u.id limit 1
      ) theirs
    where g.deleted_at is null and u.deleted_at is null`);
}

export interface OwnGroupRow {
  id: number;
  uuid: string;
  participates: boolean;
  manages: boolean;
}

const ownGroup = (groupUuid: string, userId: number): Sql => sql`
  select g.id, g.uuid,
    exists (
      select from group_participants p where p.group_id = g.id and p.user_id = ${userId}
    ) as participates,
    exists (
      select from group_permissions p where p.group_id = g.id and p.user_id = ${userId}
    ) as manages
  from (select * from groups where uuid = ${groupUuid} limit 1) g
  where g.deleted_at is null`;

export const findGroupOfParticipant = (
  db: Db,
  groupUuid: string,
  userId: number,
): Promise<OwnGroupRow | undefined> => db.maybeOne(ownGroup(groupUuid, userId));

/** Finds the group as `findGroupOfParticipant`, with what the database says of the person's chat list there. */
export function findListState(
  db: Db,
  groupUuid: string,
  userId: number,
): Promise<(OwnGroupRow & { state: string | null }) | undefined> {
  return db.maybeOne(sql`
    select g.*, case when g.participates then ${listState(userId)} end as state
    from (${ownGroup(groupUuid, userId)}) g`);
}

/**
 * A digest of the versions of all rows that the chat list of a participant of `g` shows.
 * A message counts by its chat. The author of a group's last message need not take part any more; in a direct chat
 * the author is one of the two.
 */
const listState = (viewerId: number): Sql => sql`(
    with mine as materialized (
      select c.id, c.xmin as version, me.xmin as own_version, me.notify_until > now() as is_still_muted,
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
      -- A range with an unknown end keeps the plan.
      select p.user_id, p.xmin as version from group_participants p
      where p.group_id = g.id and p.user_id between 1 and ${Number.MAX_SAFE_INTEGER}
    )
    select concat(encode(sha256(string_agg(
      concat(p.user_id, ' ', p.version, ' ', c.id, ' ', c.version, ' ', c.own_version, ' ', c.is_still_muted, ' ', c.sender_version, ' ', u.version), ','
    )::bytea), 'base64'), ' ', extract(epoch from pg_postmaster_start_time()))
    from participants p
      full join mine c on c.peer_id = p.user_id
      left join lateral (
        select one.xmin as version from users one where one.id = coalesce(p.user_id, c.peer_id) limit 1
      ) u on true
  )`;

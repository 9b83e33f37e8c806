import { type Db, sql } from '../../../db/database.ts';

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

/**
 * In the order in which receipts and sends lock the same rows, so that neither waits for the other for ever. What was
 * written meanwhile is remembered: who comes back to a direct chat has never lost it, who comes back to a group's joins
 * it anew (rules/information 1).
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
    set left_at = now(),
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
    update chat_members m set left_at = now()
    from locked where locked.chat_id = m.chat_id and locked.user_id = m.user_id`);
}

interface Membership {
  /** The group chat's. */
  uuid: string;
  members: string[];
  others: string[];
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
      coalesce(array_agg(u.uuid::text) filter (where m.user_id is null), '{}') as others
    from chats c
      join users u on u.uuid = any(${userUuids}::uuid[])
      left join chat_members m on m.chat_id = c.id and m.user_id = u.id and m.left_at is null
    where c.group_id = any(${groupIds}::bigint[]) and c.kind = 'GROUP'
    group by c.uuid`);
}

/** Of these users and group chats, pair by pair, those in which they are no member any more. */
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

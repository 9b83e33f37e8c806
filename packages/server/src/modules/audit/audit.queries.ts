import type { AuditAction } from '@chat/contract/audit';
import { type Db, type Sql, sql } from '../../db/database.ts';

/** Readings this close together share a line. */
const READING_MINUTES = 15;

/** Whether the entry `e` is of the last minutes, and not of before the reason by which its actor reads the chat now. */
const isRecent = (actorId: number | undefined, chatId: Sql): Sql => sql`
  e.happened_at > now() - make_interval(mins => ${READING_MINUTES})
  and e.happened_at >= coalesce(
    (select started_at from supervisions where user_id = ${actorId ?? null}::bigint and chat_id = ${chatId}),
    '-infinity'
  )`;

export interface NewAuditEvent {
  action: AuditAction;
  /** Undefined: the command line of the machine. */
  actorId: number | undefined;
  /** The actor's address. */
  address: string | null;
  targetUuid?: string;
  groupId?: number;
  chatId?: number;
  messageUuid?: string;
  messageSenderId?: number;
  fromSeq?: number;
  toSeq?: number;
  detail?: string;
}

const NO_CONDITION = sql`true`;

/** Names and e-mails are looked up by the statement that writes them, so that they are those of that moment. */
const insertWhere = (event: NewAuditEvent, condition: Sql): Sql => sql`
  insert into audit_events (
    action, actor_id, actor_email, target_id, target_email, group_id, group_name, chat_id, member_emails,
    message_uuid, message_sender_id, message_sender_email, from_seq, to_seq, detail, address
  )
  select ${event.action}, actor.id, actor.email, target.id, target.email, g.id, g.name, c.id,
    array_remove(array[low.email, high.email], null),
    ${event.messageUuid ?? null}::uuid, sender.id, sender.email,
    ${event.fromSeq ?? null}::bigint, ${event.toSeq ?? null}::bigint, ${event.detail ?? null}::text, ${event.address}::text
  from (values (1)) as once
    left join users actor on actor.id = ${event.actorId ?? null}::bigint
    left join users target on target.uuid = ${event.targetUuid ?? null}::uuid
    left join chats c on c.id = ${event.chatId ?? null}::bigint
    left join groups g on g.id = coalesce(${event.groupId ?? null}::bigint, c.group_id)
    left join users low on low.id = c.low_user_id
    left join users high on high.id = c.high_user_id
    left join users sender on sender.id = ${event.messageSenderId ?? null}::bigint
  where ${condition}`;

export async function insertAuditEvent(db: Db, event: NewAuditEvent): Promise<void> {
  await db.run(insertWhere(event, NO_CONDITION));
}

/** Nothing when a line of the last minutes says that the same person read all of this. */
export async function insertReading(db: Db, event: NewAuditEvent): Promise<void> {
  await db.run(
    insertWhere(
      event,
      sql`not exists (
        select from audit_events e
        where e.actor_id = ${event.actorId ?? null}::bigint and e.action = ${event.action}
          and ${isRecent(event.actorId, sql`${event.chatId ?? null}::bigint`)}
          and e.chat_id is not distinct from ${event.chatId ?? null}::bigint
          and e.message_uuid is not distinct from ${event.messageUuid ?? null}::uuid
          and coalesce(e.from_seq, 0) <= coalesce(${event.fromSeq ?? null}::bigint, 0)
          and coalesce(e.to_seq, 0) >= coalesce(${event.toSeq ?? null}::bigint, 0)
      )`,
    ),
  );
}

/**
 * One line for each chat with the range of what was shown, or one without; none where the lines of the last minutes
 * cover all that is shown, one or several together.
 */
export async function insertSearch(
  db: Db,
  { actorId, address, detail }: { actorId: number; address: string | null; detail: string },
  shown: { chatId: number; seq: number }[],
): Promise<void> {
  await db.run(sql`
    with message as (
      select * from unnest(${shown.map(({ chatId }) => chatId)}::bigint[], ${shown.map(({ seq }) => seq)}::bigint[])
        as message (chat_id, seq)
    ), shown as (
      select chat_id, min(seq) as from_seq, max(seq) as to_seq, array_agg(seq) as seqs from message group by chat_id
      union all select null, null, null, null where not exists (select from message)
    )
    insert into audit_events (
      action, actor_id, actor_email, group_id, group_name, chat_id, member_emails, from_seq, to_seq, detail, address
    )
    select 'SEARCH', actor.id, actor.email, g.id, g.name, c.id, array_remove(array[low.email, high.email], null),
      shown.from_seq, shown.to_seq, ${detail}, ${address}::text
    from shown
      join users actor on actor.id = ${actorId}
      left join chats c on c.id = shown.chat_id
      left join groups g on g.id = c.group_id
      left join users low on low.id = c.low_user_id
      left join users high on high.id = c.high_user_id
      cross join lateral (
        select count(*) as lines,
          range_agg(int8range(e.from_seq, e.to_seq, '[]')) filter (where e.from_seq is not null) as ranges
        from audit_events e
        where e.actor_id = ${actorId} and e.action = 'SEARCH' and e.detail = ${detail}
          and ${isRecent(actorId, sql`shown.chat_id`)}
          and e.chat_id is not distinct from shown.chat_id
      ) earlier
    where case when shown.seqs is null then earlier.lines = 0
      else exists (select from unnest(shown.seqs) as one (seq) where (earlier.ranges @> one.seq) is not true) end
    order by c.id`);
}

/** One line for each of the users, whom the same was done to in each of the groups. */
export async function insertForUsers(
  tx: Db,
  event: Pick<NewAuditEvent, 'action' | 'actorId' | 'address'>,
  groupIds: number[],
  userUuids: string[],
): Promise<void> {
  await tx.run(sql`
    insert into audit_events (action, actor_id, actor_email, target_id, target_email, group_id, group_name, address)
    select ${event.action}, actor.id, actor.email, target.id, target.email, g.id, g.name, ${event.address}::text
    from users target
      join groups g on g.id = any(${groupIds}::bigint[])
      left join users actor on actor.id = ${event.actorId ?? null}::bigint
    where target.uuid = any(${userUuids}::uuid[])
    order by g.id, target.id`);
}

/** One line for each of the people. */
export async function insertForPeople(
  tx: Db,
  event: Pick<NewAuditEvent, 'action' | 'actorId' | 'address'>,
  people: [uuid: string, detail: string | null][],
): Promise<void> {
  await tx.run(sql`
    insert into audit_events (action, actor_id, actor_email, target_id, target_email, detail, address)
    select ${event.action}, actor.id, actor.email, target.id, target.email, person.detail, ${event.address}::text
    from unnest(
        ${people.map(([uuid]) => uuid)}::uuid[], ${people.map(([, detail]) => detail)}::text[]
      ) with ordinality as person (uuid, detail, place)
      join users target on target.uuid = person.uuid
      left join users actor on actor.id = ${event.actorId ?? null}::bigint
    order by person.place`);
}

/** One line for each of the pairs. */
export async function insertForPairs(
  tx: Db,
  event: Pick<NewAuditEvent, 'action' | 'actorId' | 'address'>,
  pairs: { groupId: number; userId: number }[],
): Promise<void> {
  await tx.run(sql`
    insert into audit_events (action, actor_id, actor_email, target_id, target_email, group_id, group_name, address)
    select ${event.action}, actor.id, actor.email, target.id, target.email, g.id, g.name, ${event.address}::text
    from unnest(
        ${pairs.map(({ groupId }) => groupId)}::bigint[], ${pairs.map(({ userId }) => userId)}::bigint[]
      ) as pair (group_id, user_id)
      join users target on target.id = pair.user_id
      join groups g on g.id = pair.group_id
      left join users actor on actor.id = ${event.actorId ?? null}::bigint
    order by g.id, target.id`);
}

export interface LostWatch {
  actorId: number;
  chatId: number;
  address: string | null;
}

/** A reason that nobody has closed. */
export interface OverReason {
  actorId: number;
  chatId: number;
  detail: string;
}

/** One line for each; of watches up to the chat's last message of now. */
export async function insertEnds(
  tx: Db,
  action: 'WATCH_ENDED' | 'SUPERVISION_CLOSED',
  ended: (LostWatch | OverReason)[],
): Promise<void> {
  await tx.run(sql`
    insert into audit_events (
      action, actor_id, actor_email, group_id, group_name, chat_id, member_emails, to_seq, address, detail
    )
    select ended.action, actor.id, actor.email, g.id, g.name, c.id,
      array_remove(array[low.email, high.email], null),
      case when ended.action = 'WATCH_ENDED' then c.last_seq end, ended.address, ended.detail
    from (
        select ${action}::text as action, one.* from unnest(
          ${ended.map(({ actorId }) => actorId)}::bigint[], ${ended.map(({ chatId }) => chatId)}::bigint[],
          ${ended.map((one) => ('address' in one ? one.address : null))}::text[],
          ${ended.map((one) => ('detail' in one ? one.detail : null))}::text[]
        ) as one (actor_id, chat_id, address, detail)
      ) ended
      join users actor on actor.id = ended.actor_id
      join chats c on c.id = ended.chat_id
      left join groups g on g.id = c.group_id
      left join users low on low.id = c.low_user_id
      left join users high on high.id = c.high_user_id`);
}

/** Every e-mail under which the audit knows the person. */
export async function findEmailsOf(db: Db, userId: number): Promise<string[]> {
  const rows = await db.many<{ email: string }>(sql`
    select target_email as email from audit_events where target_id = ${userId} and target_email is not null
    union select detail from audit_events
      where target_id = ${userId} and action = 'USER_UPDATED' and detail is not null
    union select actor_email from audit_events where actor_id = ${userId} and actor_email is not null`);
  return rows.map(({ email }) => email);
}

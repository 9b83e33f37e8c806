import type { AuditAction } from '@chat/contract/audit';
import type { Page } from '@chat/contract/route';
import { type Db, join, type Sql, sql } from '../../db/database.ts';
import { type Listed, listWindow } from '../../db/page.ts';

/** Readings this close together share a line. */
const READING_MINUTES = 15;

export interface NewAuditEvent {
  action: AuditAction;
  /** Undefined: the command line of the machine. */
  actorId: number | undefined;
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
    message_uuid, message_sender_id, message_sender_email, from_seq, to_seq, detail
  )
  select ${event.action}, actor.id, actor.email, target.id, target.email, g.id, g.name, c.id,
    array_remove(array[low.email, high.email], null),
    ${event.messageUuid ?? null}::uuid, sender.id, sender.email,
    ${event.fromSeq ?? null}::bigint, ${event.toSeq ?? null}::bigint, ${event.detail ?? null}::text
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
          and e.happened_at > now() - make_interval(mins => ${READING_MINUTES})
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
  { actorId, detail }: { actorId: number; detail: string },
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
      action, actor_id, actor_email, group_id, group_name, chat_id, member_emails, from_seq, to_seq, detail
    )
    select 'SEARCH', actor.id, actor.email, g.id, g.name, c.id, array_remove(array[low.email, high.email], null),
      shown.from_seq, shown.to_seq, ${detail}
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
          and e.happened_at > now() - make_interval(mins => ${READING_MINUTES})
          and e.chat_id is not distinct from shown.chat_id
      ) earlier
    where case when shown.seqs is null then earlier.lines = 0
      else exists (select from unnest(shown.seqs) as one (seq) where (earlier.ranges @> one.seq) is not true) end
    order by c.id`);
}

/** One line for each of the users, whom the same was done to in each of the groups. */
export async function insertForUsers(
  tx: Db,
  event: Pick<NewAuditEvent, 'action' | 'actorId'>,
  groupIds: number[],
  userUuids: string[],
): Promise<void> {
  await tx.run(sql`
    insert into audit_events (action, actor_id, actor_email, target_id, target_email, group_id, group_name)
    select ${event.action}, actor.id, actor.email, target.id, target.email, g.id, g.name
    from users target
      join groups g on g.id = any(${groupIds}::bigint[])
      left join users actor on actor.id = ${event.actorId ?? null}::bigint
    where target.uuid = any(${userUuids}::uuid[])
    order by g.id, target.id`);
}

/** One line for each, up to the chat's last message of now. */
export async function insertWatchEnds(
  tx: Db,
  watches: { actorId: number; chatId: number }[],
): Promise<void> {
  await tx.run(sql`
    insert into audit_events (
      action, actor_id, actor_email, group_id, group_name, chat_id, member_emails, to_seq
    )
    select 'WATCH_ENDED', actor.id, actor.email, g.id, g.name, c.id,
      array_remove(array[low.email, high.email], null), c.last_seq
    from unnest(
        ${watches.map(({ actorId }) => actorId)}::bigint[], ${watches.map(({ chatId }) => chatId)}::bigint[]
      ) as ended (actor_id, chat_id)
      join users actor on actor.id = ended.actor_id
      join chats c on c.id = ended.chat_id
      left join groups g on g.id = c.group_id
      left join users low on low.id = c.low_user_id
      left join users high on high.id = c.high_user_id`);
}

export interface AuditRow {
  id: number;
  happenedAt: Date;
  action: AuditAction;
  actorUuid: string | null;
  actorEmail: string | null;
  actorDeletedAt: Date | null;
  targetUuid: string | null;
  targetEmail: string | null;
  targetDeletedAt: Date | null;
  groupUuid: string | null;
  groupName: string | null;
  chatUuid: string | null;
  memberEmails: string[];
  messageUuid: string | null;
  messageSenderEmail: string | null;
  fromSeq: number | null;
  toSeq: number | null;
  detail: string | null;
}

export interface AuditFilter {
  action?: AuditAction | undefined;
  userId?: string | undefined;
  since?: string | undefined;
  until?: string | undefined;
}

/** Adds only the filters that were asked for: with optional ones the planner cannot know how few rows are left. */
function meeting({ action, userId, since, until }: AuditFilter): Sql {
  const conditions = [sql`true`];
  if (action !== undefined) conditions.push(sql`e.action = ${action}`);
  if (userId !== undefined) {
    conditions.push(
      sql`(select id from users where uuid = ${userId}) in (e.actor_id, e.target_id)`,
    );
  }
  if (since !== undefined) conditions.push(sql`e.happened_at >= ${since}::timestamptz`);
  if (until !== undefined) conditions.push(sql`e.happened_at < ${until}::timestamptz`);
  return join(conditions, ' and ');
}

export function findAuditEvents(
  db: Db,
  filter: AuditFilter,
  page: Page,
): Promise<Listed<AuditRow>> {
  const found = sql`select e.* from audit_events e where ${meeting(filter)}`;
  const newestFirst = sql`order by e.id desc`;
  const events = (window: Sql) => sql`
    select e.id, e.happened_at, e.action, actor.uuid as actor_uuid, e.actor_email, actor.deleted_at as actor_deleted_at,
      target.uuid as target_uuid, e.target_email, target.deleted_at as target_deleted_at, g.uuid as group_uuid, e.group_name,
      (select c.uuid from chats c where c.id = e.chat_id) as chat_uuid,
      e.member_emails, e.message_uuid, e.message_sender_email, e.from_seq, e.to_seq, e.detail
    from (${found} ${newestFirst} ${window}) e
      left join users actor on actor.id = e.actor_id
      left join users target on target.id = e.target_id
      left join groups g on g.id = e.group_id
    ${newestFirst}`;
  return listWindow(db, events, found, page);
}

import type { AuditAction } from '@chat/contract/audit';
import type { Page } from '@chat/contract/route';
import { type Db, fixed, join, type Sql, sql } from '../../db/database.ts';
import { type Listed, listWindow } from '../../db/page.ts';

/** An entry as it was written; its hash stands for all of this. */
export interface EntryRow {
  id: number;
  /** With all digits that the database keeps. */
  exactTime: string;
  action: AuditAction;
  actorUuid: string | null;
  actorEmail: string | null;
  targetUuid: string | null;
  targetEmail: string | null;
  groupUuid: string | null;
  groupName: string | null;
  chatUuid: string | null;
  memberEmails: string[];
  messageUuid: string | null;
  messageSenderUuid: string | null;
  messageSenderEmail: string | null;
  fromSeq: number | null;
  toSeq: number | null;
  detail: string | null;
  address: string | null;
}

/** An entry and its place in the chain: null until it is chained, some moments later. */
export interface ChainedRow extends EntryRow {
  number: number | null;
  previousHash: Buffer | null;
  hash: Buffer | null;
}

export interface AuditRow extends ChainedRow {
  happenedAt: Date;
  actorDeletedAt: Date | null;
  targetDeletedAt: Date | null;
  /** Nothing is left of the actor, the target, the message's sender, and each of the two of a direct chat. */
  isActorErased: boolean | null;
  isTargetErased: boolean | null;
  isSenderErased: boolean | null;
  areMembersErased: boolean[];
}

const newestFirst = sql`order by e.id desc`;

/** The columns of entries `e`, their links `k`, and whom and what they are about. */
export const entryColumns = sql`
  e.id, to_char(e.happened_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as exact_time,
  e.action, actor.uuid as actor_uuid, e.actor_email, target.uuid as target_uuid, e.target_email,
  g.uuid as group_uuid, e.group_name, c.uuid as chat_uuid, e.member_emails,
  e.message_uuid, sender.uuid as message_sender_uuid, e.message_sender_email,
  e.from_seq, e.to_seq, e.detail, e.address, k.number, k.previous_hash, k.hash`;

/** For long parts of the chain, which concern many. */
export const concerned = sql`
  left join users actor on actor.id = e.actor_id
  left join users target on target.id = e.target_id
  left join groups g on g.id = e.group_id
  left join chats c on c.id = e.chat_id
  left join users sender on sender.id = e.message_sender_id`;

/** For a page each row is found by its id: a planner that knows nothing of the page would read whole tables. */
const withLinks = (found: Sql) => sql`
  from (${found}) e
    left join lateral (select * from audit_chain where event_id = e.id limit 1) k on true
    left join lateral (
      select uuid, deleted_at, erased_at is not null as is_erased from users where id = e.actor_id limit 1
    ) actor on true
    left join lateral (
      select uuid, deleted_at, erased_at is not null as is_erased from users where id = e.target_id limit 1
    ) target on true
    left join lateral (select uuid from groups where id = e.group_id limit 1) g on true
    left join lateral (
      select uuid, low_user_id, high_user_id from chats where id = e.chat_id limit 1
    ) c on true
    left join lateral (
      select uuid, erased_at is not null as is_erased from users where id = e.message_sender_id limit 1
    ) sender on true`;

const listed = (found: Sql): Sql => sql`
  select ${entryColumns}, e.happened_at, actor.deleted_at as actor_deleted_at, target.deleted_at as target_deleted_at,
    actor.is_erased as is_actor_erased, target.is_erased as is_target_erased, sender.is_erased as is_sender_erased,
    case when cardinality(e.member_emails) = 0 then '{}' else array(
      select u.erased_at is not null
      from unnest(array[c.low_user_id, c.high_user_id]) with ordinality as member (id, place)
        join users u on u.id = member.id order by member.place
    ) end as are_members_erased
  ${withLinks(found)} ${newestFirst}`;

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
    const id = sql`(select id from users where uuid = ${userId})`;
    conditions.push(sql`(e.actor_id = ${id} or e.target_id = ${id})`);
  }
  if (since !== undefined) conditions.push(sql`e.happened_at >= ${since}::timestamptz`);
  if (until !== undefined) conditions.push(sql`e.happened_at < ${until}::timestamptz`);
  return join(conditions, ' and ');
}

/** From the newest on, as far as a page needs. */
const walked = sql`(select * from audit_events order by id desc offset 0)`;

export function findAuditEvents(
  db: Db,
  filter: AuditFilter,
  page: Page,
): Promise<Listed<AuditRow>> {
  const all = sql`select e.* from audit_events e where ${meeting(filter)}`;
  // A planner that believes that few meet a filter sorts all that do. Only the first page of one person, who may have
  // few, is found by an index.
  const { action, userId, since, until } = filter;
  const isFiltered = (action ?? userId ?? since ?? until) !== undefined;
  const isOfFew = userId !== undefined && page.page === 1;
  const read = isFiltered && !isOfFew ? walked : sql`audit_events`;
  const found = sql`select e.* from ${read} e where ${meeting(filter)}`;
  const events = (window: Sql) => listed(sql`${found} ${newestFirst} ${window}`);
  return listWindow(db, events, all, page);
}

/** Entries older than `before` that meet the filter, newest first. */
export const findAuditEventsBefore = (
  db: Db,
  filter: AuditFilter,
  before: number,
  most: number,
): Promise<AuditRow[]> =>
  db.many(
    listed(
      sql`select e.* from audit_events e where e.id < ${before} and ${meeting(filter)}
        ${newestFirst} limit ${fixed(most)}`,
    ),
  );

/** In the order of their ids. */
export const findEntriesInOrder = (db: Db, condition: Sql): Promise<ChainedRow[]> =>
  db.many(sql`
    select ${entryColumns} ${withLinks(sql`select e.* from audit_events e where ${condition}`)} order by e.id`);

/** The e-mails of people of whom nothing is left, but for those that somebody else has by now. */
export async function findErasedEmails(db: Db): Promise<string[]> {
  const rows = await db.many<{ email: string }>(sql`
    select distinct e.email
    from users u, lateral (
      select target_email as email from audit_events where target_id = u.id
      union select detail from audit_events where target_id = u.id and action = 'USER_UPDATED'
    ) e
    where u.erased_at is not null and e.email like '%@%'
      and not exists (select from users other where other.email = e.email and other.deleted_at is null)`);
  return rows.map(({ email }) => email);
}

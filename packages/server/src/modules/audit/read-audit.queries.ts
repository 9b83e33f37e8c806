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

/** An entry's place in the chain. */
export interface Link {
  number: number;
  previousHash: Buffer;
  hash: Buffer;
}

/** A link with its entry, which may be gone. */
export type Linked = Link & Omit<EntryRow, 'id'> & { id: number | null; eventId: number };

/** Entries that say where the chain was cut. A process with the key writes them with their link; none is chained later. */
export const SEALED = ['AUDIT_TRIMMED', 'AUDIT_RESTORED', 'AUDIT_KEY_CHANGED'] as const;

export type SealedAction = (typeof SEALED)[number];

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

// By time, so that each index of a filter has the entries in this order, whatever the times asked for.
const newestFirst = sql`order by e.happened_at desc, e.id desc`;

/** The columns of entries `e`, their links `k`, and whom and what they are about. */
const entryColumns = sql`
  e.id, to_char(e.happened_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')
    || case when e.happened_at < '0001-01-01 00:00:00+00' then ' BC' else '' end as exact_time,
  e.action, actor.uuid as actor_uuid, e.actor_email, target.uuid as target_uuid, e.target_email,
  g.uuid as group_uuid, e.group_name, c.uuid as chat_uuid, e.member_emails,
  e.message_uuid, sender.uuid as message_sender_uuid, e.message_sender_email,
  e.from_seq, e.to_seq, e.detail, e.address, k.number, k.previous_hash, k.hash`;

/** For long parts of the chain, which concern many. */
const concerned = sql`
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

const listed = (found: Sql, order = newestFirst): Sql => sql`
  select ${entryColumns}, e.happened_at, actor.deleted_at as actor_deleted_at, target.deleted_at as target_deleted_at,
    actor.is_erased as is_actor_erased, target.is_erased as is_target_erased, sender.is_erased as is_sender_erased,
    case when cardinality(e.member_emails) = 0 then '{}' else array(
      select u.erased_at is not null
      from unnest(array[c.low_user_id, c.high_user_id]) with ordinality as member (id, place)
        join users u on u.id = member.id order by member.place
    ) end as are_members_erased
  ${withLinks(found)} ${order}`;

export interface AuditFilter {
  action?: AuditAction | undefined;
  userId?: string | undefined;
  since?: string | undefined;
  until?: string | undefined;
}

/** Adds only the filters that were asked for: with optional ones the planner cannot know how few rows are left. */
function meeting({ action, since, until }: Omit<AuditFilter, 'userId'>): Sql {
  const conditions = [sql`true`];
  if (action !== undefined) conditions.push(sql`e.action = ${action}`);
  if (since !== undefined) conditions.push(sql`e.happened_at >= ${since}::timestamptz`);
  if (until !== undefined) conditions.push(sql`e.happened_at < ${until}::timestamptz`);
  return join(conditions, ' and ');
}

const idOf = (userId: string) => sql`(select id from users where uuid = ${userId})`;

/** All entries that meet the filter; a person's as who acted and as whom it was done to. */
function allMeeting({ userId, ...others }: AuditFilter): Sql {
  const met = sql`select e.* from audit_events e where ${meeting(others)}`;
  if (userId === undefined) return met;
  return sql`${met} and (e.actor_id = ${idOf(userId)} or e.target_id = ${idOf(userId)})`;
}

/**
 * A window on the `least` newest of a person. As many of each of the two lists are looked up, so that each is read in
 * its order; rows are read for the window alone.
 */
function newestOfPerson(userId: string, filter: AuditFilter, least: number, window: Sql): Sql {
  // In the words, and the same for many pages: a plan for any number reckons with a tenth of everything.
  const most = fixed(2 ** Math.ceil(Math.log2(least)));
  const newest = (column: Sql) => sql`(
    select e.id, e.happened_at from audit_events e
    where ${column} = ${idOf(userId)} and ${meeting(filter)} ${newestFirst} limit ${most}
  )`;
  return sql`
    select e.* from (
        select e.id from (${newest(sql`e.actor_id`)} union ${newest(sql`e.target_id`)}) e ${newestFirst} ${window}
      ) one
      join lateral (select * from audit_events where id = one.id limit 1) e on true`;
}

export function findAuditEvents(
  db: Db,
  { userId, ...filter }: AuditFilter,
  page: Page,
): Promise<Listed<AuditRow>> {
  const all = allMeeting({ userId, ...filter });
  const least = page.page * page.size;
  const found = (window: Sql) =>
    userId === undefined
      ? sql`${all} ${newestFirst} ${window}`
      : newestOfPerson(userId, filter, least, window);
  return listWindow(db, (window) => listed(found(window)), all, page);
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
      sql`${allMeeting(filter)} and e.id < ${before} order by e.id desc limit ${fixed(most)}`,
      sql`order by e.id desc`,
    ),
  );

const entriesInOrder = (condition: Sql): Sql => sql`
  select ${entryColumns} ${withLinks(sql`select e.* from audit_events e where ${condition}`)} order by e.id`;

export const findEntriesById = (db: Db, ids: number[]): Promise<ChainedRow[]> =>
  db.many(entriesInOrder(sql`e.id = any(${ids}::bigint[])`));

/** Without those that are never chained later. */
export const findEntriesBetween = (db: Db, first: number, last: number): Promise<ChainedRow[]> =>
  db.many(
    entriesInOrder(sql`e.id between ${first} and ${last} and e.action <> all(${SEALED}::text[])`),
  );

/** Entries that are not in the chain up to that number, in the order of their ids, after one. */
export const findUnlinkedAfter = (
  db: Db,
  { number, id }: { number: number; id: number },
  most: number,
): Promise<ChainedRow[]> =>
  db.many(
    entriesInOrder(sql`e.id in (
      select id from audit_events u
      where u.id > ${id}
        and not exists (select from audit_chain l where l.event_id = u.id and l.number between 1 and ${number})
      order by u.id limit ${fixed(most)}
    )`),
  );

// Each entry is found by its id: a planner without statistics would read the whole table. Two entries may have one id
// where somebody has dropped the table's primary key; both are read, so that the second does not go unseen.
const linked = (links: Sql): Sql => sql`
  select k.event_id, ${entryColumns}
  from (${links}) k left join lateral (select * from audit_events where id = k.event_id limit 2) e on true ${concerned}
  order by k.number`;

/** The link of the last entry that says to where the chain was removed. */
export const findLastTrim = (db: Db): Promise<Linked | undefined> =>
  db.maybeOne(
    linked(sql`
      select l.* from audit_chain l join audit_events t on t.id = l.event_id
      where t.action = 'AUDIT_TRIMMED' order by l.number desc limit 1`),
  );

/** Part of the chain, in its order. */
export const findLinked = (db: Db, after: number, most: number): Promise<Linked[]> =>
  db.many(
    linked(
      sql`select * from audit_chain where number > ${after} order by number limit ${fixed(most)}`,
    ),
  );

/** Entries of later than the time that say where the chain was cut. */
export const findSealedSince = (db: Db, time: Date): Promise<Linked[]> =>
  db.many(
    linked(sql`
      select l.* from audit_chain l join audit_events s on s.id = l.event_id
      where s.action = any(${SEALED}::text[]) and s.happened_at > ${time}`),
  );

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

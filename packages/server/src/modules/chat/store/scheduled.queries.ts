import { firstOf } from '@chat/contract/checks';
import type { Mention } from '@chat/contract/messages';
import type { Page } from '@chat/contract/route';
import { type Db, empty, fixed, type Sql, sql } from '../../../db/database.ts';
import { type Listed, listRows } from '../../../db/page.ts';

interface StoredScheduled {
  id: number;
  uuid: string;
  chatId: number;
  chatUuid: string;
  content: string;
  mentionedUserIds: number[];
  referenceId: string | null;
  sendAt: Date;
  createdAt: Date;
  droppedAt: Date | null;
  /** Dropped since nobody served at its time; else its sender could not write there. */
  isLate: boolean;
  /** Changes whenever anything of it does. */
  version: string;
}

export interface ScheduledRow extends Omit<StoredScheduled, 'mentionedUserIds'> {
  mentions: Mention[];
}

/** A message with the reference of `s` stands: sent by hand, so that it waits for nothing any more. */
const isSent = sql`exists (
  select from messages m
  where m.chat_id = s.chat_id and m.sender_id = s.sender_id and m.reference_id = s.reference_id
)`;

/** Asked for each person alone: joined, all members may be read for a few. */
const takesPart = (chatId: Sql, userId: Sql) => sql`(
  select m.left_at is null from chat_members m where m.chat_id = ${chatId} and m.user_id = ${userId}
)`;

const columns = sql`
  s.id, s.uuid, s.chat_id, (select uuid from chats where id = s.chat_id) as chat_uuid, s.content,
  to_json(s.mentioned_user_ids) as mentioned_user_ids, s.reference_id, s.send_at, s.created_at, s.dropped_at, s.is_late,
  s.xmin::text as version`;

interface CalledRow extends Mention {
  chatId: number;
  userId: number;
}

/** Whom texts mention, of those who take part in their groups as their sender does. Each is looked up once. */
const findCalled = (db: Db, ids: number[]): Promise<CalledRow[]> =>
  db.many(sql`
    select call.chat_id, call.user_id, u.uuid, u.email
    from (
        select distinct s.chat_id, called.user_id
        from scheduled_messages s, unnest(s.mentioned_user_ids) as called (user_id)
        where s.id = any(${ids}::bigint[]) and ${takesPart(sql`s.chat_id`, sql`s.sender_id`)}
      ) call, lateral (select one.uuid, one.email from users one where one.id = call.user_id limit 1) u
    where ${takesPart(sql`call.chat_id`, sql`call.user_id`)}
    order by u.email`);

/** Adds the mentioned people. A sender who has left the group sees none of them. */
async function withMentions(db: Db, rows: StoredScheduled[]): Promise<ScheduledRow[]> {
  const calling = rows.filter(({ mentionedUserIds }) => mentionedUserIds.length > 0);
  const ids = calling.map(({ id }) => id);
  const called = ids.length > 0 ? await findCalled(db, ids) : [];
  const keyOf = (chatId: number, userId: number) => `${chatId} ${userId}`;
  const places = new Map(called.map(({ chatId, userId }, n) => [keyOf(chatId, userId), n]));
  return rows.map(({ mentionedUserIds, ...row }) => {
    const found = mentionedUserIds.flatMap((id) => places.get(keyOf(row.chatId, id)) ?? []);
    const people = found.toSorted((one, other) => one - other).flatMap((n) => called[n] ?? []);
    return { ...row, mentions: people.map(({ uuid, email }) => ({ uuid, email })) };
  });
}

/** Once a sender has it, no other message of theirs is scheduled meanwhile; no row when they are gone or blocked. */
export const lockScheduler = (tx: Db, userId: number): Promise<{ now: Date } | undefined> =>
  tx.maybeOne(sql`
    select clock_timestamp() as now from users where id = ${userId} and blocked_at is null and deleted_at is null
    for no key update`);

interface NewScheduled {
  uuid: string;
  chatId: number;
  senderId: number;
  content: string;
  referenceId: string | null;
  mentionedUserIds: string[];
  sendAt: Date;
}

/** Mentioned people who take no part in the group now are left out, as in a send. */
const mentionable = (chatId: Sql, userUuids: string[]) => sql`array(
  select distinct u.id
  from unnest(${userUuids}::uuid[]) as called (uuid),
    lateral (select one.id from users one where one.uuid = called.uuid limit 1) u
  where ${takesPart(chatId, sql`u.id`)} and (select kind from chats where id = ${chatId}) = 'GROUP'
)`;

export async function insertScheduled(tx: Db, message: NewScheduled): Promise<ScheduledRow> {
  const { uuid, chatId, senderId, content, referenceId, mentionedUserIds, sendAt } = message;
  const stored = await tx.many<StoredScheduled>(sql`
    insert into scheduled_messages as s
      (uuid, chat_id, sender_id, content, reference_id, mentioned_user_ids, send_at, created_at)
    values (
      ${uuid}, ${chatId}, ${senderId}, ${content}, ${referenceId}, ${mentionable(sql`${chatId}`, mentionedUserIds)},
      ${sendAt}, date_trunc('milliseconds', now())
    )
    returning ${columns}`);
  return firstOf(await withMentions(tx, stored));
}

/** Says it anew; a dropped one waits again. */
export async function updateScheduled(
  tx: Db,
  id: number,
  {
    content,
    mentionedUserIds,
    sendAt,
  }: Pick<NewScheduled, 'content' | 'mentionedUserIds' | 'sendAt'>,
): Promise<ScheduledRow> {
  const stored = await tx.many<StoredScheduled>(sql`
    update scheduled_messages s set content = ${content}, send_at = ${sendAt}, dropped_at = null, is_late = false,
      mentioned_user_ids = ${mentionable(sql`s.chat_id`, mentionedUserIds)}
    where s.id = ${id}
    returning ${columns}`);
  return firstOf(await withMentions(tx, stored));
}

/** Until the commit nobody sends it; undefined once it was sent. */
export const lockScheduled = (
  tx: Db,
  senderId: number,
  uuid: string,
): Promise<{ id: number; isDropped: boolean } | undefined> =>
  tx.maybeOne(sql`
    select s.id, s.dropped_at is not null as is_dropped from scheduled_messages s
    where s.uuid = ${uuid} and s.sender_id = ${senderId} and not ${isSent}
    for update of s`);

export async function countWaiting(tx: Db, senderId: number): Promise<number> {
  const { waiting } = await tx.one<{ waiting: number }>(sql`
    select count(*) as waiting from scheduled_messages where sender_id = ${senderId} and dropped_at is null`);
  return waiting;
}

interface Reference {
  chatId: number;
  senderId: number;
  referenceId: string;
}

export async function findScheduledByReference(
  db: Db,
  { chatId, senderId, referenceId }: Reference,
): Promise<ScheduledRow | undefined> {
  const stored = await db.many<StoredScheduled>(sql`
    select ${columns} from scheduled_messages s
    where s.chat_id = ${chatId} and s.sender_id = ${senderId} and s.reference_id = ${referenceId}`);
  const [found] = await withMentions(db, stored);
  return found;
}

interface SentScheduledRow {
  uuid: string;
  content: string;
  mentions: Mention[];
  createdAt: Date;
}

/** The message that stands under the reference; its text is gone where it was deleted. */
export const findSentByReference = (
  db: Db,
  { chatId, senderId, referenceId }: Reference,
): Promise<SentScheduledRow | undefined> =>
  db.maybeOne(sql`
    select m.uuid, m.content, m.created_at, (
        select coalesce(jsonb_agg(jsonb_build_object('uuid', u.uuid, 'email', u.email) order by u.email), '[]')
        from mentions me join users u on u.id = me.user_id where me.message_id = m.id
      ) as mentions
    from messages m
    where m.chat_id = ${chatId} and m.sender_id = ${senderId} and m.reference_id = ${referenceId}`);

/** All that are not sent, by their time, or a page of them. */
export async function findScheduledOf(
  db: Db,
  senderId: number,
  page: Page | undefined,
): Promise<Listed<ScheduledRow>> {
  const query = sql`
    select ${columns} from scheduled_messages s where s.sender_id = ${senderId} and not ${isSent}`;
  const order = sql`order by s.send_at, s.id`;
  const { rows, ...listed } = await listRows<StoredScheduled>(db, query, order, page);
  return { ...listed, rows: await withMentions(db, rows) };
}

export async function findScheduled(
  db: Db,
  senderId: number,
  uuid: string,
): Promise<ScheduledRow | undefined> {
  const stored = await db.many<StoredScheduled>(sql`
    select ${columns} from scheduled_messages s
    where s.uuid = ${uuid} and s.sender_id = ${senderId} and not ${isSent}`);
  const [found] = await withMentions(db, stored);
  return found;
}

/** 0 when it has been sent; one that is being sent is waited for. */
export const removeScheduled = (db: Db, senderId: number, uuid: string): Promise<number> =>
  db.run(sql`
    delete from scheduled_messages s
    where s.uuid = ${uuid} and s.sender_id = ${senderId} and not ${isSent}`);

export const removeScheduledOf = (tx: Db, senderId: number): Promise<number> =>
  tx.run(sql`delete from scheduled_messages where sender_id = ${senderId}`);

/** Removes messages that were sent by hand before their time. */
export const removeSentByHand = (
  db: Db,
  of: { senderId?: number; ids?: number[] },
): Promise<number> =>
  db.run(sql`
    delete from scheduled_messages s
    where ${of.senderId === undefined ? empty : sql`s.sender_id = ${of.senderId} and`}
      ${of.ids === undefined ? empty : sql`s.id = any(${of.ids}::bigint[]) and`} ${isSent}`);

/** The next time something is due; the database's clock says when that is, for all processes. */
export const findNextDue = (db: Db): Promise<{ now: Date; nextAt: Date | null }> =>
  db.one(sql`
    select clock_timestamp() as now,
      (select min(send_at) from scheduled_messages where dropped_at is null) as next_at`);

export interface DueRow {
  id: number;
  uuid: string;
  chatUuid: string;
  senderId: number;
  senderUuid: string;
  senderEmail: string;
  content: string;
  referenceId: string | null;
  mentionedUserIds: string[];
  version: string;
  /** Nobody served at its time, and for long afterwards. */
  isLate: boolean;
}

/** After so long it may be the wrong moment: its author decides anew. */
const LATE = sql`interval '60 minutes'`;

/** The earliest that were due at `until`, save those in `except`. */
export const findDue = (
  db: Db,
  until: Date,
  { except, limit }: { except: number[]; limit: number },
): Promise<DueRow[]> =>
  db.many(sql`
    select s.id, s.uuid, (select uuid from chats where id = s.chat_id) as chat_uuid, s.sender_id,
      u.uuid as sender_uuid, u.email as sender_email, s.content, s.reference_id,
      array(select uuid from users where id = any(s.mentioned_user_ids)) as mentioned_user_ids,
      s.xmin::text as version, s.send_at < ${until}::timestamptz - ${LATE} as is_late
    from scheduled_messages s join users u on u.id = s.sender_id
    where s.dropped_at is null and s.send_at <= ${until} and s.id <> all(${except}::bigint[])
    order by s.send_at, s.id
    limit ${fixed(limit)}`);

/** Returns those that waited as they were read until now. */
export const updateDropped = (
  tx: Db,
  due: Pick<DueRow, 'id' | 'version' | 'isLate'>[],
): Promise<{ id: number }[]> =>
  tx.many(sql`
    update scheduled_messages s set dropped_at = date_trunc('milliseconds', now()), is_late = due.is_late
    from unnest(
        ${due.map(({ id }) => id)}::bigint[], ${due.map(({ version }) => version)}::text[],
        ${due.map(({ isLate }) => isLate)}::boolean[]
      ) as due (id, version, is_late)
    where s.id = due.id and s.dropped_at is null and s.xmin::text = due.version
    returning s.id`);

/** The latest of each sender are kept. */
export const removeOldDropped = (tx: Db, senderIds: number[], kept: number): Promise<number> =>
  tx.run(sql`
    delete from scheduled_messages s
    using (
      select id, row_number() over (partition by sender_id order by dropped_at desc, send_at desc, id desc) as nth
      from scheduled_messages where sender_id = any(${senderIds}::bigint[]) and dropped_at is not null
    ) dropped
    where s.id = dropped.id and dropped.nth > ${kept}::int`);

export const countScheduled = (
  db: Db,
): Promise<{ waiting: number; late: number; dropped: number }> =>
  db.one(sql`
    select count(*) filter (where dropped_at is null) as waiting,
      count(*) filter (where dropped_at is null and send_at < now() - interval '30 seconds') as late,
      count(dropped_at) as dropped
    from scheduled_messages`);

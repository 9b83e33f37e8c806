import type { Mention } from '@chat/contract/messages';
import { type Db, empty, fixed, type Sql, sql } from '../../../db/database.ts';
import { userOf } from './messages.queries.ts';

export interface ScheduledRow {
  uuid: string;
  chatUuid: string;
  content: string;
  mentions: Mention[];
  referenceId: string | null;
  sendAt: Date;
  createdAt: Date;
  droppedAt: Date | null;
}

/**
 * A message with the reference of `s` stands: its sender has sent it by hand, so that it waits for nothing any more.
 */
const isSent = sql`exists (
  select from messages m
  where m.chat_id = s.chat_id and m.sender_id = s.sender_id and m.reference_id = s.reference_id
)`;

/** Asked for each person alone: joined, all members may be read for a few. */
const takesPart = (chatId: Sql, userId: Sql) => sql`(
  select m.left_at is null from chat_members m where m.chat_id = ${chatId} and m.user_id = ${userId}
)`;

/** The mentioned people who take part now in the group of `s`. */
const mentionsOf = sql`(
  select coalesce(jsonb_agg(jsonb_build_object('uuid', u.uuid, 'email', u.email) order by u.email), '[]')
  from unnest(s.mentioned_user_ids) as called (user_id), ${userOf(sql`called.user_id`)} u
  where ${takesPart(sql`s.chat_id`, sql`called.user_id`)}
)`;

const columns = sql`
  s.uuid, (select uuid from chats where id = s.chat_id) as chat_uuid, s.content, ${mentionsOf} as mentions,
  s.reference_id, s.send_at, s.created_at, s.dropped_at`;

/** Once a sender has it, no other message of theirs is scheduled meanwhile; no row when they are gone or blocked. */
export const lockScheduler = (tx: Db, userId: number): Promise<{ now: Date } | undefined> =>
  tx.maybeOne(sql`
    select clock_timestamp() as now from users where id = ${userId} and blocked_at is null and deleted_at is null
    for no key update`);

export interface NewScheduled {
  uuid: string;
  chatId: number;
  senderId: number;
  content: string;
  referenceId: string | null;
  mentionedUserIds: string[];
  sendAt: Date;
}

/** Mentioned people who take no part in the group now are left out, as in a send. */
export async function insertScheduled(tx: Db, message: NewScheduled): Promise<ScheduledRow> {
  const { uuid, chatId, senderId, content, referenceId, mentionedUserIds, sendAt } = message;
  return tx.one(sql`
    with s as (
      insert into scheduled_messages
        (uuid, chat_id, sender_id, content, reference_id, mentioned_user_ids, send_at, created_at)
      select ${uuid}, ${chatId}, ${senderId}, ${content}, ${referenceId}, array(
          select distinct u.id
          from unnest(${mentionedUserIds}::uuid[]) as called (uuid),
            lateral (select one.id from users one where one.uuid = called.uuid limit 1) u
          where ${takesPart(sql`${chatId}`, sql`u.id`)}
            and (select kind from chats where id = ${chatId}) = 'GROUP'
        ), ${sendAt}, date_trunc('milliseconds', now())
      returning *
    )
    select ${columns} from s`);
}

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

export const findScheduledByReference = (
  db: Db,
  { chatId, senderId, referenceId }: Reference,
): Promise<ScheduledRow | undefined> =>
  db.maybeOne(sql`
    select ${columns} from scheduled_messages s
    where s.chat_id = ${chatId} and s.sender_id = ${senderId} and s.reference_id = ${referenceId}`);

export interface SentScheduledRow {
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

/** All that are not sent, by their time. */
export const findScheduledOf = (db: Db, senderId: number): Promise<ScheduledRow[]> =>
  db.many(sql`
    select ${columns} from scheduled_messages s
    where s.sender_id = ${senderId} and not ${isSent}
    order by s.send_at, s.id`);

export const findScheduled = (
  db: Db,
  senderId: number,
  uuid: string,
): Promise<ScheduledRow | undefined> =>
  db.maybeOne(sql`
    select ${columns} from scheduled_messages s
    where s.uuid = ${uuid} and s.sender_id = ${senderId} and not ${isSent}`);

/** 0 when it has been sent; one that is being sent is waited for. */
export const removeScheduled = (db: Db, senderId: number, uuid: string): Promise<number> =>
  db.run(sql`
    delete from scheduled_messages s
    where s.uuid = ${uuid} and s.sender_id = ${senderId} and not ${isSent}`);

export const removeScheduledOf = (tx: Db, senderId: number): Promise<number> =>
  tx.run(sql`delete from scheduled_messages where sender_id = ${senderId}`);

/** Removes messages that were sent by hand before their time. */
export const removeSentByHand = (db: Db, of: { senderId?: number; id?: number }): Promise<number> =>
  db.run(sql`
    delete from scheduled_messages s
    where ${of.senderId === undefined ? empty : sql`s.sender_id = ${of.senderId} and`}
      ${of.id === undefined ? empty : sql`s.id = ${of.id} and`} ${isSent}`);

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
}

/** The earliest that were due at `until`, save those in `except`. */
export const findDue = (
  db: Db,
  until: Date,
  { except, limit }: { except: number[]; limit: number },
): Promise<DueRow[]> =>
  db.many(sql`
    select s.id, s.uuid, (select uuid from chats where id = s.chat_id) as chat_uuid, s.sender_id,
      u.uuid as sender_uuid, u.email as sender_email, s.content, s.reference_id,
      array(select uuid from users where id = any(s.mentioned_user_ids)) as mentioned_user_ids
    from scheduled_messages s join users u on u.id = s.sender_id
    where s.dropped_at is null and s.send_at <= ${until} and s.id <> all(${except}::bigint[])
    order by s.send_at, s.id
    limit ${fixed(limit)}`);

/** 0 when it does not wait any more. */
export const updateDropped = (db: Db, id: number): Promise<number> =>
  db.run(sql`
    update scheduled_messages set dropped_at = date_trunc('milliseconds', now())
    where id = ${id} and dropped_at is null`);

export const countScheduled = (
  db: Db,
): Promise<{ waiting: number; late: number; dropped: number }> =>
  db.one(sql`
    select count(*) filter (where dropped_at is null) as waiting,
      count(*) filter (where dropped_at is null and send_at < now() - interval '30 seconds') as late,
      count(dropped_at) as dropped
    from scheduled_messages`);

interface PerhapsScheduled {
  uuid: string;
  scheduledId?: number | undefined;
}

/**
 * Parts of the statement that stores messages. `take` locks the rows of those that were scheduled: a row that somebody
 * cancels or sends meanwhile is waited for, and then it is gone. So is one whose sender may not come in any more.
 * `unlessGone` lets no message be stored without its row, and `remove` takes the row away in the same commit.
 */
export function takeScheduled(messages: PerhapsScheduled[]): {
  take: Sql;
  unlessGone: Sql | undefined;
  remove: Sql;
} {
  const due = messages.filter(({ scheduledId }) => scheduledId !== undefined);
  if (due.length === 0) return { take: empty, unlessGone: undefined, remove: empty };
  const uuids = due.map(({ uuid }) => uuid);
  return {
    take: sql`, taken as (
      select s.id, t.uuid
      from unnest(${due.map(({ scheduledId }) => scheduledId)}::bigint[], ${uuids}::uuid[]) as due (scheduled_id, uuid)
        join target t on t.uuid = due.uuid
        join scheduled_messages s on s.id = due.scheduled_id and s.dropped_at is null
      where (select u.blocked_at is null and u.deleted_at is null from users u where u.id = t.sender_id)
      for update of s
    )`,
    unlessGone: sql`(t.uuid <> all(${uuids}::uuid[]) or t.uuid in (select taken.uuid from taken))`,
    remove: sql`, sent_now as (
      delete from scheduled_messages s using taken, placed p
      where s.id = taken.id and p.uuid = taken.uuid
    )`,
  };
}

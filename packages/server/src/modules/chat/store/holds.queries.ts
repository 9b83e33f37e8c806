import type { Page } from '@chat/contract/route';
import { type Db, fixed, type Sql, sql } from '../../../db/database.ts';
import { type Listed, listRows } from '../../../db/page.ts';

/*
 * A hold keeps a chat, or what a person wrote: their messages everywhere, their direct chats and their personal chat.
 * Whatever removes takes the lock of holds first, together with others that remove; setting a hold waits for them and
 * makes them wait. So nothing goes any more once a hold is set (rules/holds 3).
 */
const HOLDS_LOCK = 4_519_011;

/** Until the commit no hold begins; the statements after it see every hold that is set. */
export async function lockHoldsForRemoval(tx: Db): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock_shared(${HOLDS_LOCK})`);
}

/** Locks the chat for a removal, in one round trip with the lock of holds; people join and are read meanwhile. */
export async function lockChatForRemoval(tx: Db, chatId: number): Promise<void> {
  await tx.run(sql`
    select pg_advisory_xact_lock_shared(${HOLDS_LOCK}) from chats where id = ${chatId} for no key update`);
}

/** Locks the chat as `lockChatForRemoval`, and keeps from it whatever names the chat. */
export async function lockWholeChatForRemoval(tx: Db, chatId: number): Promise<void> {
  await tx.run(sql`
    select pg_advisory_xact_lock_shared(${HOLDS_LOCK}) from chats where id = ${chatId} for update`);
}

/** Whether a hold keeps anything; until the commit none begins. */
export async function isAnythingHeld(tx: Db): Promise<boolean> {
  await lockHoldsForRemoval(tx);
  return (await tx.maybeOne(sql`select from holds limit 1`)) !== undefined;
}

/** Waits for the removals under way; later ones wait for the commit. */
export async function lockHolds(tx: Db): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock(${HOLDS_LOCK})`);
}

/** Whether a hold keeps the message `m` of the chat `c`. */
export const isHeld = (m: Sql, c: Sql): Sql => sql`
  exists (
    select from holds h
    where h.chat_id = ${c}.id or h.user_id = ${m}.sender_id
      or (${c}.kind <> 'GROUP' and h.user_id in (${c}.low_user_id, ${c}.high_user_id))
  )`;

/** A chat or a person that may be held; a chat of a deleted group, and a deleted person, too. */
interface Holdable {
  id: number;
  uuid: string;
}

export const findHoldableChat = (db: Db, chatUuid: string): Promise<Holdable | undefined> =>
  db.maybeOne(sql`
    select c.id, c.uuid from chats c join groups g on g.id = c.group_id
    where c.uuid = ${chatUuid} and c.kind <> 'PERSONAL' and g.erased_at is null`);

export const findHoldableUser = (db: Db, userUuid: string): Promise<Holdable | undefined> =>
  db.maybeOne(sql`select id, uuid from users where uuid = ${userUuid} and erased_at is null`);

/** Exactly one of the two. */
export type HoldTarget = { chatId: number; userId?: never } | { userId: number; chatId?: never };

export interface HoldRow {
  reason: string;
  since: Date;
}

const ofObject = ({ chatId, userId }: HoldTarget): Sql =>
  sql`(chat_id = ${chatId ?? null}::bigint or user_id = ${userId ?? null}::bigint)`;

export const findHold = (db: Db, held: HoldTarget): Promise<HoldRow | undefined> =>
  db.maybeOne(sql`select reason, since from holds where ${ofObject(held)}`);

/** A hold that is there keeps the moment since when. */
export async function upsertHold(
  tx: Db,
  held: HoldTarget,
  { reason, setBy }: { reason: string; setBy: number },
): Promise<void> {
  const { chatId = null, userId = null } = held;
  const updated = await tx.run(sql`
    update holds set reason = ${reason}, set_by = ${setBy} where ${ofObject(held)}`);
  if (updated > 0) return;
  await tx.run(sql`
    insert into holds (chat_id, user_id, reason, since, set_by)
    values (${chatId}, ${userId}, ${reason}, clock_timestamp(), ${setBy})`);
}

export const removeHold = (tx: Db, held: HoldTarget): Promise<number> =>
  tx.run(sql`delete from holds where ${ofObject(held)}`);

export interface ListedHoldRow extends HoldRow {
  chatUuid: string | null;
  userUuid: string | null;
  userEmail: string | null;
  groupName: string | null;
  /** The two of a direct chat. */
  memberEmails: string[];
  by: string;
}

/** Newest first. */
export const findHolds = (db: Db, page: Page | undefined): Promise<Listed<ListedHoldRow>> =>
  listRows(
    db,
    sql`
      select h.id, c.uuid as chat_uuid, u.uuid as user_uuid, u.email as user_email, g.name as group_name,
        array_remove(array[low.email, high.email], null) as member_emails, h.reason, h.since, setter.email as by
      from holds h
        join users setter on setter.id = h.set_by
        left join users u on u.id = h.user_id
        left join chats c on c.id = h.chat_id
        left join groups g on g.id = c.group_id
        left join users low on low.id = c.low_user_id
        left join users high on high.id = c.high_user_id`,
    sql`order by since desc, id desc`,
    page,
  );

/** A held message as it is about to be deleted. */
export interface HeldMessage {
  id: number;
  content: string;
  mentionedUserIds: number[];
  fileName: string | null;
  /** Since when it has said this. */
  since: Date;
}

/** Locks the chat for a deletion; gives what the message says if a hold keeps it. */
export async function lockForDeletion(
  tx: Db,
  chatId: number,
  messageUuid: string,
): Promise<HeldMessage | undefined> {
  // By a statement of its own: the next ones must see holds, deletions and sends that this one has waited for.
  await lockWholeChatForRemoval(tx, chatId);
  return tx.maybeOne(sql`
    select m.id, m.content, coalesce(m.edited_at, m.created_at) as since,
      (select coalesce(json_agg(me.user_id), '[]') from mentions me where me.message_id = m.id) as mentioned_user_ids,
      (select f.name from files f where m.type <> 'TEXT' and f.message_id = m.id) as file_name
    from messages m join chats c on c.id = m.chat_id
    where m.chat_id = ${chatId} and m.uuid = ${messageUuid} and m.deleted_at is null
      and ${isHeld(sql`m`, sql`c`)}`);
}

/** Notes that something of the message is there for a hold alone. */
export async function insertKept(tx: Db, chatId: number, messageId: number): Promise<void> {
  await tx.run(sql`
    insert into kept_messages (message_id, chat_id) values (${messageId}, ${chatId}) on conflict do nothing`);
}

/** No history shows them any more. */
export async function hideOriginals(tx: Db, chatId: number, messageId: number): Promise<void> {
  await tx.run(sql`
    update message_originals set is_hidden = true
    where chat_id = ${chatId} and message_id = ${messageId} and not is_hidden`);
}

/**
 * Hides the originals in a group that is being deleted, as far as a hold keeps them, and notes their messages as kept.
 */
export async function hideHeldOriginalsOfGroup(tx: Db, groupId: number): Promise<void> {
  await tx.run(sql`
    with hidden as (
      update message_originals o set is_hidden = true
      from chats c, messages m
      where c.group_id = ${groupId} and o.chat_id = c.id and m.chat_id = c.id and m.id = o.message_id
        and ${isHeld(sql`m`, sql`c`)}
      returning o.message_id, o.chat_id
    )
    insert into kept_messages (message_id, chat_id) select distinct message_id, chat_id from hidden
    on conflict do nothing`);
}

/** Hides the oldest originals that ended before `time`, as far as a hold keeps them; gives their number. */
export async function hideHeldOriginalsBefore(tx: Db, time: Date, limit: number): Promise<number> {
  const { hidden } = await tx.one<{ hidden: number }>(sql`
    with hidden as (
      update message_originals set is_hidden = true where id in (
        select o.id from message_originals o join chats c on c.id = o.chat_id
          join messages m on m.chat_id = o.chat_id and m.id = o.message_id
        where o.until < ${time} and not o.is_hidden and ${isHeld(sql`m`, sql`c`)}
        order by o.until limit ${fixed(limit)}
      )
      returning message_id, chat_id
    ), noted as (
      insert into kept_messages (message_id, chat_id) select distinct message_id, chat_id from hidden
      on conflict do nothing
    )
    select count(*) as hidden from hidden`);
  return hidden;
}

/** Kept messages that no hold keeps any more; they stay locked until the commit. */
export async function findReleased(tx: Db, limit: number): Promise<number[]> {
  const rows = await tx.many<{ id: number }>(sql`
    select k.message_id as id
    from kept_messages k join chats c on c.id = k.chat_id
      left join messages m on m.chat_id = k.chat_id and m.id = k.message_id
    where not ${isHeld(sql`m`, sql`c`)}
    order by k.message_id limit ${fixed(limit)}
    for update of k skip locked`);
  return rows.map(({ id }) => id);
}

/** Removes what was there of these messages for a hold alone; gives the files that are let go. */
export async function removeKept(tx: Db, messageIds: number[]): Promise<string[]> {
  const deleted = sql`
    (select id from messages where id = any(${messageIds}::bigint[]) and deleted_at is not null)`;
  await tx.run(sql`
    delete from message_originals o using kept_messages k
    where k.message_id = any(${messageIds}::bigint[])
      and o.chat_id = k.chat_id and o.message_id = k.message_id and o.is_hidden`);
  await tx.run(sql`delete from reactions where message_id in ${deleted}`);
  const files = await tx.many<{ uuid: string }>(sql`
    update files set message_id = null where message_id in ${deleted} returning uuid`);
  await tx.run(sql`delete from kept_messages where message_id = any(${messageIds}::bigint[])`);
  return files.map(({ uuid }) => uuid);
}

import { type Db, fixed, sql } from '../../../db/database.ts';
import { isHeld, lockWholeChatForRemoval } from './holds.queries.ts';

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

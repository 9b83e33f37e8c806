import type { Page } from '@chat/contract/route';
import { type Db, type Sql, sql } from '../../../db/database.ts';
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
export interface Holdable {
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
export type Held = { chatId: number; userId?: never } | { userId: number; chatId?: never };

export interface HoldRow {
  reason: string;
  since: Date;
}

const ofObject = ({ chatId, userId }: Held): Sql =>
  sql`(chat_id = ${chatId ?? null}::bigint or user_id = ${userId ?? null}::bigint)`;

export const findHold = (db: Db, held: Held): Promise<HoldRow | undefined> =>
  db.maybeOne(sql`select reason, since from holds where ${ofObject(held)}`);

/** A hold that is there keeps the moment since when. */
export async function upsertHold(
  tx: Db,
  held: Held,
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

export const removeHold = (tx: Db, held: Held): Promise<number> =>
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

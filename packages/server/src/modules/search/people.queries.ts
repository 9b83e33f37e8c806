import { type Db, type Sql, sql } from '../../db/database.ts';
import type { ChatIds, Position } from './search.queries.ts';

export interface PersonName {
  id: number;
  email: string;
  name: string;
}

const isOneOf = (chatId: Sql, chatIds: number[]): Sql =>
  sql`(${chatId} in (select unnest(${chatIds}::bigint[]))) is true`;

/** Everybody, deleted people too: their messages stay. */
export const findPeople = (db: Db): Promise<PersonName[]> =>
  db.many(sql`select id, email, first_name || ' ' || last_name as name from users`);

/** The users, among these, who take part in one of the chats, or did. */
export async function findThoseIn(
  db: Db,
  userIds: number[],
  chatIds: ChatIds,
): Promise<Set<number>> {
  if (!chatIds) return new Set(userIds);
  const rows = await db.many<{ id: number }>(sql`
    select u.id from unnest(${userIds}::bigint[]) as u (id)
      cross join lateral (
        select from (select chat_id from chat_members where user_id = u.id offset 0) m
        where ${isOneOf(sql`m.chat_id`, chatIds)} limit 1
      ) there`);
  return new Set(rows.map(({ id }) => id));
}

/** The other ones of the viewer's direct chats among these; of all direct chats everybody. */
export function findCounterparts(
  db: Db,
  chatIds: ChatIds,
  viewerId: number,
): Promise<{ id: number; email: string }[]> {
  if (!chatIds) return db.many(sql`select id, email from users`);
  return db.many(sql`
    select u.id, u.email from users u
    where u.id in (
      select c.low_user_id + c.high_user_id - ${viewerId}::bigint from chats c
      where c.id = any(${chatIds}::bigint[]) and c.kind = 'DIRECT'
    )`);
}

/** The groups of the chats. */
export function findGroupNames(db: Db, chatIds: ChatIds): Promise<{ id: number; name: string }[]> {
  const isTheirs = chatIds
    ? sql`g.id in (select c.group_id from chats c where c.id = any(${chatIds}::bigint[]))`
    : sql`true`;
  return db.many(sql`
    select g.id, g.name from groups g where g.deleted_at is null and ${isTheirs}`);
}

export async function findUserId(db: Db, uuid: string): Promise<number | undefined> {
  const user = await db.maybeOne<{ id: number }>(sql`select id from users where uuid = ${uuid}`);
  return user?.id;
}

/** Where a message stands in the order of results, deleted or not; undefined for one that there never was. */
export const findPosition = (db: Db, messageUuid: string): Promise<Position | undefined> =>
  db.maybeOne(sql`
    select created_at::text as at, id from messages where uuid = ${messageUuid}`);

import { type Db, sql } from '../../db/database.ts';

/** An erasure under way. */
export interface ErasureRow {
  id: number;
  userId: number | null;
  groupId: number | null;
  messages: boolean;
  emails: string[];
  askedBy: number | null;
  address: string | null;
}

type NewErasure = Omit<ErasureRow, 'id'>;

/** An erasure of the same object that is under way goes on; it takes messages too where the new request asks so. */
export const insertErasure = (tx: Db, erasure: NewErasure): Promise<ErasureRow> => {
  const { userId, groupId, messages, emails, askedBy, address } = erasure;
  const object = userId === null ? sql`group_id` : sql`user_id`;
  return tx.one(sql`
    insert into erasures as e (user_id, group_id, messages, emails, asked_by, address)
    values (${userId}, ${groupId}, ${messages}, ${emails}::text[], ${askedBy}, ${address})
    on conflict (${object}) do update set messages = e.messages or excluded.messages
    returning *`);
};

export const findErasures = (db: Db): Promise<ErasureRow[]> =>
  db.many(sql`select * from erasures order by id`);

/** Locked until the commit; undefined when it has ended meanwhile. */
export const lockErasure = (tx: Db, id: number): Promise<ErasureRow | undefined> =>
  tx.maybeOne(sql`select * from erasures where id = ${id} for update`);

export async function removeErasure(tx: Db, id: number): Promise<void> {
  await tx.run(sql`delete from erasures where id = ${id}`);
}

/** Among these, those of whom something may be left. */
export async function findNotErased(
  db: Db,
  uuids: string[],
): Promise<{ users: Set<string>; groups: Set<string> }> {
  const rows = await db.many<{ uuid: string; isUser: boolean }>(sql`
    select uuid, true as is_user from users where uuid = any(${uuids}::uuid[]) and erased_at is null
    union all
    select uuid, false from groups where uuid = any(${uuids}::uuid[]) and erased_at is null`);
  const named = (isUser: boolean) =>
    new Set(rows.filter((row) => row.isUser === isUser).map(({ uuid }) => uuid));
  return { users: named(true), groups: named(false) };
}

/** The uuid of whom, or what, an erasure is about. */
export async function findObjectUuid(db: Db, { userId, groupId }: ErasureRow): Promise<string> {
  const { uuid } = await db.one<{ uuid: string }>(
    userId === null
      ? sql`select uuid from groups where id = ${groupId}`
      : sql`select uuid from users where id = ${userId}`,
  );
  return uuid;
}

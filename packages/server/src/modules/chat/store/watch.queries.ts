import { type Db, sql } from '../../../db/database.ts';

/** A user who follows a chat live. */
export interface Watch {
  actorId: number;
  chatId: number;
  /** Where they are; null of a watch that began under an older version. */
  address: string | null;
}

export async function insertWatch(
  tx: Db,
  processId: string,
  { actorId, chatId, address }: Watch,
): Promise<number> {
  const { id } = await tx.one<{ id: number }>(sql`
    insert into watches (process_uuid, actor_id, chat_id, address)
    values (${processId}, ${actorId}, ${chatId}, ${address})
    returning id`);
  return id;
}

/** True when it was there: the caller then records its end. */
export async function removeWatch(tx: Db, id: number): Promise<boolean> {
  return (await tx.run(sql`delete from watches where id = ${id}`)) > 0;
}

/** Removes the watches of processes that have ended. */
export const removeLostWatches = (tx: Db): Promise<Watch[]> =>
  tx.many(sql`
    delete from watches w
    where not exists (select from processes p where p.uuid = w.process_uuid)
    returning actor_id, chat_id, address`);

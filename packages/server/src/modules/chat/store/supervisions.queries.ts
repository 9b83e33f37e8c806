import { type Db, fixed, type Sql, sql } from '../../../db/database.ts';
import type { Viewer } from '../../../http/viewer.ts';

/** How long a reason is in force. */
const MINUTES = 60;

/** A person who reads, and how they may supervise. */
export type ChatViewer = Pick<Viewer, 'id' | 'isAdmin' | 'supervision'>;

/** The chats for which the administrator has a reason in force. */
const openTo = (userId: number): Sql => sql`
  array(select chat_id from supervisions where user_id = ${userId} and expires_at > now())`;

/** The administrator may read the group or direct chat `c` without being its member. */
export function isSupervisedBy({ id, supervision }: ChatViewer): Sql {
  if (supervision === 'on') return sql`c.kind <> 'PERSONAL'`;
  return supervision === 'reason'
    ? sql`c.kind <> 'PERSONAL' and c.id = any(${openTo(id)})`
    : sql`false`;
}

/**
 * An administrator who may not read everything reads a group's messages from their joining on (rules/supervision 14).
 */
export const joinsWithoutHistory = ({ isAdmin, supervision }: ChatViewer): boolean =>
  isAdmin && supervision !== 'on';

/** Up to which number of the chat `c` messages were there before the viewer, its member, joined; else 0. */
export const joinedAfter = ({ id }: ChatViewer): Sql => sql`
  coalesce((
    select one.joined_seq from chat_members one
    where one.chat_id = c.id and one.user_id = ${id} and one.left_at is null and c.kind = 'GROUP'
  ), 0)`;

/** The number up to which nothing is shown: as `joinedAfter`, but 0 while the administrator has a reason in force. */
export const hiddenUpTo = (viewer: ChatViewer): Sql =>
  viewer.supervision === 'reason'
    ? sql`case when c.id = any(${openTo(viewer.id)}) then 0 else ${joinedAfter(viewer)} end`
    : joinedAfter(viewer);

interface SupervisionRow {
  reason: string;
  startedAt: Date;
  expiresAt: Date;
}

export const findSupervision = (
  db: Db,
  chatId: number,
  userId: number,
): Promise<SupervisionRow | undefined> =>
  db.maybeOne(sql`
    select reason, started_at, expires_at from supervisions
    where chat_id = ${chatId} and user_id = ${userId} and expires_at > now()`);

/** Begins a new time for a reason that is in force already. Undefined when the right has been taken meanwhile. */
export const upsertSupervision = (
  tx: Db,
  chatId: number,
  userId: number,
  reason: string,
): Promise<SupervisionRow | undefined> =>
  tx.maybeOne(sql`
    insert into supervisions as s (chat_id, user_id, reason, expires_at)
    select ${chatId}, u.id, ${reason}, now() + make_interval(mins => ${fixed(MINUTES)})
    from users u where u.id = ${userId} and u.supervisor
    for share of u
    on conflict (user_id, chat_id) do update
    set reason = excluded.reason, started_at = excluded.started_at, expires_at = excluded.expires_at
    returning reason, started_at, expires_at`);

/** A reason that stood there. */
interface RemovedReason {
  actorId: number;
  chatId: number;
  detail: string;
}

const removed = sql`returning user_id as actor_id, chat_id, reason as detail`;

/** Removes everybody's that are over. */
export const removeExpiredSupervisions = (tx: Db): Promise<RemovedReason[]> =>
  tx.many(sql`delete from supervisions where expires_at <= now() ${removed}`);

/** Returns the one that stood there, though it be over: nobody has said so yet. */
export const removeSupervision = (
  tx: Db,
  chatId: number,
  userId: number,
): Promise<{ reason: string } | undefined> =>
  tx.maybeOne(sql`
    delete from supervisions where chat_id = ${chatId} and user_id = ${userId} returning reason`);

export const removeSupervisionsOf = (tx: Db, userId: number): Promise<RemovedReason[]> =>
  tx.many(sql`delete from supervisions where user_id = ${userId} ${removed}`);

/** A chat that an administrator follows live, as its member or not. */
export interface Watched {
  actorId: number;
  chatId: number;
  isMember: boolean;
}

/** Says for each, in their order, whether the administrator may follow it on. */
export async function findStillWatchable(
  db: Db,
  watched: Watched[],
  needsReason: boolean,
): Promise<boolean[]> {
  const rows = await db.many<{ isAllowed: boolean }>(sql`
    select case
      when w.is_member then exists (
        select from chat_members m where m.chat_id = w.chat_id and m.user_id = w.actor_id and m.left_at is null
      )
      else exists (select from users u where u.id = w.actor_id and u.is_admin and u.supervisor)
        and (${!needsReason}::boolean or exists (
          select from supervisions s
          where s.user_id = w.actor_id and s.chat_id = w.chat_id and s.expires_at > now()
        ))
    end as is_allowed
    from unnest(
      ${watched.map(({ actorId }) => actorId)}::bigint[], ${watched.map(({ chatId }) => chatId)}::bigint[],
      ${watched.map(({ isMember }) => isMember)}::boolean[]
    ) with ordinality as w (actor_id, chat_id, is_member, nth)
    order by w.nth`);
  return rows.map(({ isAllowed }) => isAllowed);
}

/** A user who follows a chat live. */
interface Watch {
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

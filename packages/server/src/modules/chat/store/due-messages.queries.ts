import { type Db, fixed, sql } from '../../../db/database.ts';

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

/** Gives those that waited as they were read until now. */
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

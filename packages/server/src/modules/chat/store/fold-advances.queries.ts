import { type Db, sql } from '../../../db/database.ts';

/** The hour whose rows are to be folded next, locked until the commit. */
export async function lockHourToFold(tx: Db): Promise<Date> {
  const due = await tx.maybeOne<{ hour: Date }>(sql`
    select folded_until as hour from mark_advances_folding for update`);
  // At first, and after a backup without it.
  const { hour } =
    due ??
    (await tx.one<{ hour: Date }>(sql`
    insert into mark_advances_folding (folded_until)
    select date_trunc('hour', coalesce(min(at), now())) from mark_advances
    on conflict (only_one) do update set folded_until = mark_advances_folding.folded_until
    returning folded_until as hour`));
  return hour;
}

/** Of each member, chat and kind one row is left for the hour, with its last time; the next hour is due then. */
export async function foldHour(tx: Db, hour: Date, next: Date): Promise<void> {
  await tx.run(sql`
    with folded as (
      select chat_id, user_id, kind, min(from_seq) as from_seq, max(up_to_seq) as up_to_seq
      from mark_advances where at >= ${hour} and at < ${next}
      group by chat_id, user_id, kind having count(*) > 1
    ), removed as (
      delete from mark_advances a using folded f
      where a.chat_id = f.chat_id and a.user_id = f.user_id and a.kind = f.kind and a.up_to_seq < f.up_to_seq
        and a.at >= ${hour} and a.at < ${next}
    )
    update mark_advances a set from_seq = f.from_seq
    from folded f
    where a.chat_id = f.chat_id and a.user_id = f.user_id and a.kind = f.kind and a.up_to_seq = f.up_to_seq`);
  await tx.run(sql`update mark_advances_folding set folded_until = ${next}`);
}

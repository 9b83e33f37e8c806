import { type Db, sql } from '../../../db/database.ts';

/** The bytes that a person has stored in the quarter of an hour that begins then. */
export interface AmountRow {
  userId: number;
  quarter: Date;
  bytes: number;
}

/**
 * Adds to what is stored, by whatever process; gives the sums of those quarters. Each person comes once. A deleted person
 * gets no row: the row would be left after the person's erasure.
 */
export function addAmounts(db: Db, amounts: AmountRow[]): Promise<AmountRow[]> {
  return db.many(sql`
    insert into daily_amounts as known (user_id, quarter, bytes)
    select u.id, added.quarter, added.bytes
    from (
        select * from unnest(
            ${amounts.map(({ userId }) => userId)}::bigint[], ${amounts.map(({ quarter }) => quarter)}::timestamptz[],
            ${amounts.map(({ bytes }) => bytes)}::bigint[]
          ) as given (user_id, quarter, bytes)
        order by user_id
      ) as added
      cross join lateral (
        select id from users where id = added.user_id and deleted_at is null limit 1 for share
      ) u
    on conflict (user_id, quarter) do update set bytes = known.bytes + excluded.bytes
    returning user_id, quarter, bytes`);
}

export function findAmounts(db: Db, userId: number, since: Date): Promise<AmountRow[]> {
  return db.many(sql`
    select user_id, quarter, bytes from daily_amounts
    where user_id = ${userId} and quarter >= ${since}
    order by quarter`);
}

export const removeAmountsBefore = (db: Db, time: Date): Promise<number> =>
  db.run(sql`delete from daily_amounts where quarter < ${time}`);

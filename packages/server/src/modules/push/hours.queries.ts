import { type Db, fixed, sql } from '../../db/database.ts';
import type { Target } from './endpoints.ts';

/** A browser that is yet to be told that its session has lapsed. */
export interface Farewell extends Target {
  userId: number;
  tries: number;
}

const FAREWELLS_AT_ONCE = 100;

export const findFarewells = (db: Db): Promise<Farewell[]> =>
  db.many(sql`
    select f.endpoint, f.host, f.p256dh, f.auth, f.user_id, f.tries
    from push_farewells f join users u on u.id = f.user_id and u.blocked_at is null and u.deleted_at is null
    where f.next_at <= now() order by f.next_at limit ${fixed(FAREWELLS_AT_ONCE)}`);

/** Takes farewells that no other process has taken; after that time another one may. */
export async function takeFarewells(db: Db, endpoints: string[]): Promise<string[]> {
  const rows = await db.many<{ endpoint: string }>(sql`
    update push_farewells f set next_at = now() + interval '1 minute', tries = f.tries + 1
    from (
      select endpoint from push_farewells where endpoint = any(${endpoints}::text[]) and next_at <= now()
      for update skip locked
    ) free where f.endpoint = free.endpoint
    returning f.endpoint`);
  return rows.map(({ endpoint }) => endpoint);
}

/** Puts off the farewells of people who are outside their hours. */
export async function postponeFarewells(db: Db, endpoints: string[], ms: number): Promise<void> {
  await db.run(sql`
    update push_farewells set next_at = now() + ${ms} * interval '1 millisecond'
    where endpoint = any(${endpoints}::text[])`);
}

export async function removeFarewells(db: Db, endpoints: string[]): Promise<void> {
  await db.run(sql`delete from push_farewells where endpoint = any(${endpoints}::text[])`);
}

/** Removes rows that nobody asks about any more. */
export async function removeAgedFarewells(db: Db): Promise<void> {
  await db.run(sql`delete from push_farewells where lapsed_at < now() - interval '30 days'`);
  await db.run(sql`delete from push_progress where planned_at < now() - interval '1 hour'`);
}

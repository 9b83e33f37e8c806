import { type Db, fixed, sql } from '../../db/database.ts';
import type { Target } from './endpoints.ts';

export interface VapidKeys {
  publicKey: string;
  privateKey: string;
}

export const findKeys = (db: Db): Promise<VapidKeys | undefined> =>
  db.maybeOne(sql`select public_key, private_key from push_key`);

export async function insertKeys(db: Db, { publicKey, privateKey }: VapidKeys): Promise<void> {
  await db.run(sql`
    insert into push_key (public_key, private_key) values (${publicKey}, ${privateKey})
    on conflict do nothing`);
}

/** Until the commit nobody else subscribes by the session; false when the session has ended. */
export async function lockSession(tx: Db, sessionId: number): Promise<boolean> {
  const count = await tx.run(sql`
    select from sessions where id = ${sessionId} for no key update`);
  return count > 0;
}

/** All other subscriptions of the session, and this endpoint's of other sessions. */
export async function removeReplaced(tx: Db, sessionId: number, endpoint: string): Promise<void> {
  await tx.run(sql`
    delete from push_subscriptions where id = any(array(
      select id from push_subscriptions where session_id = ${sessionId} and endpoint <> ${endpoint}
      union all
      select id from push_subscriptions where endpoint = ${endpoint} and session_id <> ${sessionId}
    ))`);
  await tx.run(sql`delete from push_farewells where endpoint = ${endpoint}`);
}

// Browsers of one person that get pushes; older ones give way.
const MAX_OF_A_PERSON = 100;

export async function removeBeyondLimit(tx: Db, userId: number): Promise<void> {
  await tx.run(sql`
    delete from push_subscriptions where id in (
      select id from push_subscriptions where user_id = ${userId} order by id desc offset ${MAX_OF_A_PERSON}
    )`);
}

interface SubscribedRow {
  createdAt: Date;
  isNew: boolean;
}

/**
 * Two sessions may bring the same endpoint at once: the later one has it. `xmax` is 0 of a row that was not there
 * before.
 */
export function upsertSubscription(
  tx: Db,
  { id, sessionId }: { id: number; sessionId: number },
  { endpoint, host, p256dh, auth }: Target,
): Promise<SubscribedRow> {
  return tx.one(sql`
    insert into push_subscriptions (session_id, user_id, endpoint, host, p256dh, auth)
    values (${sessionId}, ${id}, ${endpoint}, ${host}, ${p256dh}, ${auth})
    on conflict (endpoint) do update
    set session_id = excluded.session_id, user_id = excluded.user_id, p256dh = excluded.p256dh, auth = excluded.auth
    returning created_at, xmax = 0 as is_new`);
}

/** Removes the endpoint where it is this person's, whichever of their sessions brought it. */
export async function removeOwn(db: Db, userId: number, endpoint: string): Promise<void> {
  await db.run(sql`
    delete from push_subscriptions where user_id = ${userId} and endpoint = ${endpoint}`);
}

/** A subscription, with all that a test push needs. */
interface TestTarget extends Target {
  id: number;
  /** Undefined seconds: it may be tested now, and is taken for tested. */
  waitSeconds: number | null;
}

/** The session's subscription; tested once in so many seconds, whichever processes are asked. */
export function takeTest(
  db: Db,
  sessionId: number,
  everySeconds: number,
): Promise<TestTarget | undefined> {
  return db.maybeOne(sql`
    with found as (
      select *, extract(epoch from tested_at - now())::float8 + ${everySeconds}::float8 as wait_seconds
      from push_subscriptions where session_id = ${sessionId} for no key update
    ), taken as (
      update push_subscriptions s set tested_at = now()
      from found where s.id = found.id and coalesce(found.wait_seconds, 0) <= 0
    )
    select id, endpoint, host, p256dh, auth, case when wait_seconds > 0 then wait_seconds end as wait_seconds
    from found`);
}

/** The push service does not know them any more. */
export async function removeGone(db: Db, ids: number[]): Promise<void> {
  await db.run(sql`delete from push_subscriptions where id = any(${ids}::bigint[])`);
}

export async function hasSubscriptions(db: Db): Promise<boolean> {
  const { some } = await db.one<{ some: boolean }>(sql`
    select exists (select from push_subscriptions) or exists (select from push_farewells) as some`);
  return some;
}

/** Addresses of the person's browsers, and what was withheld from them. */
export async function erasePushes(tx: Db, userId: number): Promise<void> {
  await tx.run(sql`delete from push_subscriptions where user_id = ${userId}`);
  // After the subscriptions, of which a trigger keeps some.
  await tx.run(sql`delete from push_farewells where user_id = ${userId}`);
  await tx.run(sql`delete from push_withheld where user_id = ${userId}`);
}

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

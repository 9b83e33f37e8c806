import type { Page } from '@chat/contract/route';
import { type Db, sql } from '../../db/database.ts';
import { type Listed, listRows } from '../../db/page.ts';

export interface NoticeRow {
  version: number;
  text: string;
  publishedAt: Date;
}

export const findNotice = (db: Db): Promise<NoticeRow | undefined> =>
  db.maybeOne(sql`
    select n.version, n.text, n.published_at
    from present_notice p join notices n on n.version = p.version`);

/** Finds the notice, as `findNotice`, and lets nobody else publish, withdraw or confirm until the commit. */
export async function lockNotice(tx: Db): Promise<NoticeRow | undefined> {
  // There may be no row to lock.
  await tx.run(sql`lock table present_notice in exclusive mode`);
  return findNotice(tx);
}

/** The version in force, which stays so until the commit. */
export async function holdNotice(tx: Db): Promise<number | undefined> {
  const row = await tx.maybeOne<{ version: number }>(
    sql`select version from present_notice for share`,
  );
  return row?.version;
}

export const insertNotice = (tx: Db, text: string, publishedBy: number): Promise<NoticeRow> =>
  tx.one(sql`
    insert into notices (version, text, published_by)
    select coalesce(max(version), 0) + 1, ${text}, ${publishedBy}::bigint from notices
    returning version, text, published_at`);

export async function upsertPresentNotice(tx: Db, version: number): Promise<void> {
  await tx.run(sql`
    insert into present_notice (version) values (${version})
    on conflict (is_only) do update set version = excluded.version`);
}

export async function removePresentNotice(tx: Db): Promise<void> {
  await tx.run(sql`delete from present_notice`);
}

export const findNoticeVersions = (
  db: Db,
  page: Page,
): Promise<Listed<NoticeRow & { publishedBy: string }>> =>
  listRows(
    db,
    sql`
      select n.version, n.text, n.published_at, u.email as published_by
      from notices n join users u on u.id = n.published_by`,
    sql`order by n.version desc`,
    page,
  );

/** Returns when the person confirmed the version, now or earlier, and whether they did so now. */
export async function insertAcceptance(
  tx: Db,
  userId: number,
  version: number,
): Promise<{ acceptedAt: Date; isNew: boolean }> {
  const inserted = await tx.maybeOne<{ acceptedAt: Date }>(sql`
    insert into notice_acceptances (user_id, version) values (${userId}, ${version})
    on conflict do nothing
    returning accepted_at`);
  if (inserted) return { ...inserted, isNew: true };
  const { acceptedAt } = await tx.one<{ acceptedAt: Date }>(sql`
    select accepted_at from notice_acceptances where user_id = ${userId} and version = ${version}`);
  return { acceptedAt, isNew: false };
}

export interface AcceptanceRow {
  userId: number;
  userUuid: string;
  email: string;
  version: number;
  acceptedAt: Date | null;
}

const acceptances = sql`
  select u.id as user_id, u.uuid as user_uuid, u.email, a.version, a.accepted_at
  from notice_acceptances a join users u on u.id = a.user_id`;
const newestFirst = sql`order by a.accepted_at desc, a.user_id desc`;

/** Newest first; nobody confirms two versions at one instant. */
export const findAcceptances = (db: Db, page: Page | undefined): Promise<Listed<AcceptanceRow>> =>
  listRows(db, acceptances, newestFirst, page);

/** The `count` next ones that come after `last` in that order. */
export const findAcceptancesAfter = (
  db: Db,
  last: AcceptanceRow | undefined,
  count: number,
): Promise<AcceptanceRow[]> =>
  db.many(sql`
    ${acceptances}
    where ${last?.acceptedAt ?? null}::timestamptz is null
      or (a.accepted_at, a.user_id) < (${last?.acceptedAt ?? null}::timestamptz, ${last?.userId ?? null}::bigint)
    ${newestFirst} limit ${count}`);

const pending = sql`
  select u.id as user_id, u.uuid as user_uuid, u.email, p.version, null::timestamptz as accepted_at
  from present_notice p
    join users u on u.deleted_at is null and u.notice_version is distinct from p.version`;

/** The people who have yet to confirm the version in force, by their e-mail; nobody where there is none. */
export const findPending = (db: Db, page: Page | undefined): Promise<Listed<AcceptanceRow>> =>
  listRows(db, pending, sql`order by u.email`, page);

/** The `count` next ones that come after `last` in that order. */
export const findPendingAfter = (
  db: Db,
  last: AcceptanceRow | undefined,
  count: number,
): Promise<AcceptanceRow[]> =>
  db.many(sql`${pending} where u.email > ${last?.email ?? ''} order by u.email limit ${count}`);

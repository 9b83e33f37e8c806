import type { ExportStatus } from '@chat/contract/data-exports';
import { type Db, type Sql, sql } from '../../db/database.ts';

export type ExportKind = 'OWN' | 'PERSON' | 'CHAT';

/** For whom a ZIP is made, and of what. */
export interface ExportSubject {
  kind: ExportKind;
  askedBy: number;
  userId: number | null;
  chatId: number | null;
}

export interface ExportRow extends ExportSubject {
  id: number;
  uuid: string;
  status: ExportStatus;
  createdAt: Date;
  expiresAt: Date | null;
  size: number | null;
  /** Under which the store has the ZIP. */
  fileUuid: string | null;
  userUuid: string | null;
  userEmail: string | null;
  chatUuid: string | null;
  groupName: string | null;
  /** The chats whose messages an administrator may have, as it was when they asked; null: all. */
  chatIds: number[] | null;
}

/** A ZIP is kept for so long from the moment on that it was ready. */
const KEPT_HOURS = 24;
/** A file that is fetched in pieces leaves one entry in the audit. */
const FETCH_MINUTES = 15;

const lifetime = sql`make_interval(hours => ${KEPT_HOURS})`;
const columns = sql`
  e.id, e.uuid, e.kind, e.asked_by, e.user_id, e.chat_id, e.status, e.created_at, e.size,
  case when e.status = 'READY' then e.ended_at + ${lifetime} end as expires_at,
  e.file_uuids[cardinality(e.file_uuids)] as file_uuid, to_json(e.chat_ids) as chat_ids,
  (select uuid from users where id = e.user_id) as user_uuid,
  (select email from users where id = e.user_id) as user_email,
  (select uuid from chats where id = e.chat_id) as chat_uuid,
  (select g.name from chats c join groups g on g.id = c.group_id where c.id = e.chat_id) as group_name`;
/** The holds that keep something of a chat: its ZIP has what is there for them alone. */
const holdsOn = (chatId: Sql): Sql => sql`
  array(
    select h.id from holds h
    where h.chat_id = ${chatId} or h.user_id in (select m.user_id from chat_members m where m.chat_id = ${chatId})
  )`;
/** A hold under which the ZIP was made has ended (rules/data-exports 22). */
const hasOutlivedHold = sql`
  exists (select from unnest(e.hold_ids) as made_under where not exists (select from holds h where h.id = made_under))`;
/** Its asker may know of it. */
const isInSight = sql`
  e.status <> 'GONE' and (e.ended_at is null or e.ended_at > now() - ${lifetime})
    and not (e.status = 'READY' and ${hasOutlivedHold})`;

const isOf = ({ kind, askedBy, userId, chatId }: ExportSubject): Sql => sql`
  e.asked_by = ${askedBy} and e.kind = ${kind}
    and e.user_id is not distinct from ${userId}::bigint and e.chat_id is not distinct from ${chatId}::bigint`;

/** One of a kind is made at a time: undefined where one is being made already. */
export const insertExport = (
  tx: Db,
  uuid: string,
  { kind, askedBy, userId, chatId }: ExportSubject,
  chatIds: number[] | null,
): Promise<ExportRow | undefined> =>
  tx.maybeOne(sql`
    insert into data_exports as e (uuid, kind, asked_by, user_id, chat_id, chat_ids, hold_ids)
    values (
      ${uuid}, ${kind}, ${askedBy}, ${userId}, ${chatId}, ${chatIds}::bigint[],
      ${holdsOn(sql`${chatId}::bigint`)}
    )
    on conflict do nothing
    returning ${columns}`);

export const findWorking = (db: Db, subject: ExportSubject): Promise<ExportRow | undefined> =>
  db.maybeOne(sql`
    select ${columns} from data_exports e where ${isOf(subject)} and e.status = 'WORKING'`);

/** How many are made, or wait for it, for one person. */
export async function countWorking(db: Db, askedBy: number): Promise<number> {
  const row = await db.one<{ count: number }>(sql`
    select count(*) as count from data_exports where asked_by = ${askedBy} and status = 'WORKING'`);
  return row.count;
}

/** Newest first: of each kind one at most is ready, and one is made or failed. */
export const findExportsOf = (db: Db, subject: ExportSubject): Promise<ExportRow[]> =>
  db.many(sql`
    select ${columns} from data_exports e
    where ${isOf(subject)} and ${isInSight} order by e.id desc`);

export const findExport = (db: Db, askedBy: number, uuid: string): Promise<ExportRow | undefined> =>
  db.maybeOne(sql`
    select ${columns} from data_exports e
    where e.uuid = ${uuid} and e.asked_by = ${askedBy} and ${isInSight}`);

/** True for the first fetch of some minutes, which the audit records. */
export async function updateFetched(tx: Db, id: number): Promise<boolean> {
  const updated = await tx.run(sql`
    update data_exports set fetched_at = now()
    where id = ${id}
      and (fetched_at is null or fetched_at < now() - make_interval(mins => ${FETCH_MINUTES}))`);
  return updated > 0;
}

/** A ZIP that one process makes. */
export interface TakenExport extends ExportRow {
  askerUuid: string;
  fileUuid: string;
  /** How many times it was begun, this one included. */
  tries: number;
}

/**
 * Takes one that no living process makes, in turns by their askers: a person's second one waits for the first one of
 * everybody, and one that has failed waits for all others. `fileUuid` is the name that its file will have.
 */
export const takeExport = (
  db: Db,
  processId: string,
  fileUuid: string,
): Promise<TakenExport | undefined> =>
  db.maybeOne(sql`
    update data_exports e
    set taken_by = ${processId}, tries = e.tries + 1, file_uuids = e.file_uuids || ${fileUuid}::uuid
    from users asker
    where asker.id = e.asked_by and e.id = (
      select f.id from data_exports f
      where f.status = 'WORKING'
        and (f.taken_by is null or f.taken_by = ${processId}
          or not exists (select from processes p where p.uuid = f.taken_by))
      order by f.tries, (
          select count(*) from data_exports before
          where before.asked_by = f.asked_by and before.status = 'WORKING' and before.id < f.id
        ), f.id
      limit 1 for update skip locked
    )
    returning ${columns}, asker.uuid as asker_uuid, e.tries`);

const isMine = (processId: string, { id, fileUuid }: TakenExport): Sql => sql`
  e.id = ${id} and e.status = 'WORKING' and e.taken_by = ${processId}
    and e.file_uuids[cardinality(e.file_uuids)] = ${fileUuid}::uuid`;

/** Its chat, if it is of one, was not deleted, or a hold keeps something of it. */
const hasItsChat = sql`
  (e.chat_id is null or exists (
    select from chats c join groups g on g.id = c.group_id
    where c.id = e.chat_id and (g.deleted_at is null or cardinality(${holdsOn(sql`e.chat_id`)}) > 0)
  ))`;

/**
 * False where it was taken from this process, or a hold has ended meanwhile, or the chat was deleted: then a part of it
 * is in no ZIP. A hold that was set meanwhile counts, too.
 */
export async function updateReady(
  tx: Db,
  processId: string,
  taken: TakenExport,
  size: number,
): Promise<boolean> {
  const updated = await tx.run(sql`
    update data_exports e
    set status = 'READY', size = ${size}, ended_at = now(), hold_ids = e.hold_ids || ${holdsOn(sql`e.chat_id`)}
    where ${isMine(processId, taken)} and not ${hasOutlivedHold} and ${hasItsChat}`);
  return updated > 0;
}

/** Whether the export is ready, by this very file. */
export async function hasReadyFile(db: Db, { id, fileUuid }: TakenExport): Promise<boolean> {
  const row = await db.maybeOne(sql`
    select from data_exports e
    where e.id = ${id} and e.status = 'READY' and e.file_uuids[cardinality(e.file_uuids)] = ${fileUuid}::uuid`);
  return row !== undefined;
}

export async function updateFailed(
  tx: Db,
  processId: string,
  taken: TakenExport,
): Promise<boolean> {
  const updated = await tx.run(sql`
    update data_exports e set status = 'FAILED', ended_at = now()
    where ${isMine(processId, taken)}`);
  return updated > 0;
}

/** Puts it down for a later try, of this process or another one; a try that a stop ended counts for nothing. */
export async function putBack(
  db: Db,
  processId: string,
  taken: TakenExport,
  isStopped: boolean,
): Promise<void> {
  await db.run(sql`
    update data_exports e set taken_by = null, tries = e.tries - ${isStopped ? 1 : 0}
    where ${isMine(processId, taken)}`);
}

/** The others of the same kind go out of sight. */
export async function replaceOlder(tx: Db, { id, ...subject }: TakenExport): Promise<void> {
  await tx.run(sql`
    update data_exports e set status = 'GONE'
    where ${isOf(subject)} and e.id < ${id} and e.status in ('READY', 'FAILED')`);
}

/** Marks the ZIPs whose time, or whose hold, is over. */
export async function updateExpired(db: Db): Promise<void> {
  await db.run(sql`
    update data_exports e set status = 'GONE'
    where e.status in ('READY', 'FAILED') and e.ended_at <= now() - ${lifetime}
      or e.status = 'READY' and ${hasOutlivedHold}`);
}

export interface LeftFiles {
  id: number;
  fileUuids: string[];
}

export const findGone = (db: Db, limit: number): Promise<LeftFiles[]> =>
  db.many(sql`
    select id, file_uuids::text[] as file_uuids from data_exports where status = 'GONE' order by id limit ${limit}`);

export async function removeGone(db: Db, ids: number[]): Promise<void> {
  await db.run(sql`
    delete from data_exports where id = any(${ids}::bigint[]) and status = 'GONE'`);
}

/** The names of what earlier tries may have left. */
export async function findLeftFiles(db: Db, id: number): Promise<string[]> {
  const row = await db.maybeOne<LeftFiles>(sql`
    select id, (file_uuids[:cardinality(file_uuids) - 1])::text[] as file_uuids
    from data_exports where id = ${id}`);
  return row?.fileUuids ?? [];
}

/** Until the commit none is asked for or begun: it would read what is about to go. */
export async function lockExports(tx: Db): Promise<void> {
  await tx.run(sql`lock table data_exports in share row exclusive mode`);
}

/** ZIPs for the person, of the person, or of a chat of theirs go out of sight; `removeGone` follows. */
export async function hideExportsOfPerson(tx: Db, userId: number): Promise<void> {
  await tx.run(sql`
    update data_exports set status = 'GONE'
    where asked_by = ${userId} or user_id = ${userId}
      or chat_id in (select chat_id from chat_members where user_id = ${userId})`);
}

/**
 * People's ZIPs that are kept are to be made anew, and those that are being made are begun anew, unless a newer one of
 * the kind is being made. Returns the names of the files that are of no use now.
 */
export async function reopenExportsOfPeople(tx: Db): Promise<string[]> {
  const rows = await tx.many<LeftFiles>(sql`
    update data_exports e
    set status = case when e.status = 'READY' and exists (
          select from data_exports w
          where w.status = 'WORKING' and w.asked_by = e.asked_by and w.kind = e.kind and w.user_id = e.user_id
        ) then 'GONE' else 'WORKING' end,
      taken_by = null, tries = 0, size = null, ended_at = null, fetched_at = null
    where e.kind <> 'CHAT'
      and (e.status = 'WORKING' or (e.status = 'READY' and e.ended_at > now() - ${lifetime}))
    returning e.id, e.file_uuids::text[] as file_uuids`);
  return rows.flatMap(({ fileUuids }) => fileUuids);
}

export async function hideExportsOfChats(tx: Db, chatIds: number[]): Promise<void> {
  await tx.run(sql`
    update data_exports set status = 'GONE' where chat_id = any(${chatIds}::bigint[])`);
}

/** The files that no row names. */
export async function findUnnamed(db: Db, fileUuids: string[]): Promise<string[]> {
  const rows = await db.many<{ uuid: string }>(sql`
    select given.uuid from unnest(${fileUuids}::uuid[]) as given (uuid)
    where not exists (select from data_exports e where given.uuid = any(e.file_uuids))`);
  return rows.map(({ uuid }) => uuid);
}

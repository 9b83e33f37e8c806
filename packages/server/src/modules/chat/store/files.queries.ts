import { type Db, sql } from '../../../db/database.ts';

export interface NewFile {
  uuid: string;
  name: string;
  mediaType: string;
  size: number;
  width: number | null;
  height: number | null;
  /** The file has a thumbnail, or will have one. */
  hasThumbnail: boolean;
  durationMs: number | null;
  waveform: number[] | null;
}

/** Written before the bytes are stored, so that no bytes ever lie there unknown. */
export async function insertFile(db: Db, file: NewFile): Promise<void> {
  await db.run(sql`
    insert into files (uuid, name, media_type, size, width, height, has_thumbnail, duration_ms, waveform)
    values (
      ${file.uuid}, ${file.name}, ${file.mediaType}, ${file.size}, ${file.width}, ${file.height}, ${file.hasThumbnail},
      ${file.durationMs}, ${file.waveform}::smallint[]
    )`);
}

export interface FileRow {
  uuid: string;
  name: string;
  mediaType: string;
  size: number;
  hasThumbnail: boolean;
  senderId: number;
  chatUuid: string;
  messageUuid: string;
  /** The message's number. */
  seq: number;
}

/** A file with the chat whose message carries it. */
export function findFile(db: Db, fileUuid: string): Promise<FileRow | undefined> {
  return db.maybeOne(sql`
    select f.uuid, f.name, f.media_type, f.size, f.has_thumbnail, m.sender_id, c.uuid as chat_uuid, m.uuid as message_uuid,
      m.seq
    from files f
      join messages m on m.id = f.message_id and m.deleted_at is null
      join chats c on c.id = m.chat_id
    where f.uuid = ${fileUuid}`);
}

/** A message carries it. */
export async function isClaimed(db: Db, fileUuid: string): Promise<boolean> {
  const row = await db.maybeOne(sql`
    select uuid from files where uuid = ${fileUuid} and message_id is not null`);
  return row !== undefined;
}

/** None can be made of it. */
export async function updateWithoutThumbnail(db: Db, fileUuid: string): Promise<void> {
  await db.run(sql`update files set has_thumbnail = false where uuid = ${fileUuid}`);
}

/** The files that no message carries. */
export async function findUnclaimed(db: Db, fileUuids: string[]): Promise<string[]> {
  const rows = await db.many<{ uuid: string }>(sql`
    select uuid from files where uuid = any(${fileUuids}::uuid[]) and message_id is null`);
  return rows.map(({ uuid }) => uuid);
}

export async function findUnclaimedSince(db: Db, time: Date, limit: number): Promise<string[]> {
  const rows = await db.many<{ uuid: string }>(sql`
    select uuid from files where message_id is null and created_at < ${time}
    order by created_at limit ${limit}`);
  return rows.map(({ uuid }) => uuid);
}

export async function removeFiles(db: Db, fileUuids: string[]): Promise<void> {
  await db.run(sql`
    delete from files where uuid = any(${fileUuids}::uuid[]) and message_id is null`);
}

/** Files in the order of their uuids, from the first after `uuid`. */
export function listFilesAfter(
  db: Db,
  uuid: string | undefined,
  limit: number,
): Promise<Pick<FileRow, 'uuid' | 'hasThumbnail'>[]> {
  return db.many(sql`
    select uuid, has_thumbnail from files
    where ${uuid ?? null}::uuid is null or uuid > ${uuid ?? null}::uuid
    order by uuid limit ${limit}`);
}

export const thumbnailOf = (fileUuid: string): string => `${fileUuid}.thumbnail`;
export const isThumbnail = (key: string): boolean => key.endsWith('.thumbnail');

/** Under which keys the bytes of a file lie in the store. */
export const keysOf = ({ uuid, hasThumbnail }: Pick<FileRow, 'uuid' | 'hasThumbnail'>): string[] =>
  hasThumbnail ? [uuid, thumbnailOf(uuid)] : [uuid];

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

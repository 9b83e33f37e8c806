import { type Db, sql } from '../../db/database.ts';

/**
 * Ids are drawn before their messages are committed, so one may come to be seen after a higher one. Ids between
 * the seen ones are remembered, and asked for again until every transaction of that moment has ended.
 */
export interface IdGap {
  first: number;
  last: number;
  /** A message that has not come once every transaction before this one has ended never comes. */
  until: number;
}

/** All that is in the index. */
export interface Extent {
  /** When the oldest was sent, in ms since 1970. */
  oldestAt: number;
  /** Each message stands in its block. */
  isComplete: boolean;
}

export const findExtent = (db: Db): Promise<Extent> =>
  db.one(sql`
    select (select coalesce(floor(extract(epoch from min(created_at)) * 1000), 0)::float8 from search_messages) as oldest_at,
      coalesce((select built_to = 0 from search_progress), false) as is_complete`);

/** How far the messages have been read for the index, and what there is to be read. */
export interface Progress {
  /** New messages are read upwards, up to this id by now. */
  indexedTo: number;
  gaps: IdGap[];
  /** Older messages are read downwards; they wait from this id on, 0 when none does. */
  builtTo: number;
  /** Not before every transaction before this one has ended. */
  buildAfter: number;
  /** The highest id of a message. */
  newestId: number;
  /** Blocks wait to be made anew. */
  hasStaleBlocks: boolean;
  /** Every transaction before this one has ended. */
  endedBefore: number;
  /** No transaction from this one on had ended. */
  nextTransaction: number;
}

export function findProgress(db: Db): Promise<Progress> {
  return db.one(sql`
    select p.indexed_to, p.gaps, p.built_to, p.build_after,
      coalesce((select max(id) from messages), 0) as newest_id,
      (select -chat_id from search_blocks where is_stale order by -chat_id, -nth limit 1) is not null as has_stale_blocks,
      pg_snapshot_xmin(pg_current_snapshot())::text::bigint as ended_before,
      pg_snapshot_xmax(pg_current_snapshot())::text::bigint as next_transaction
    from search_progress p`);
}

/** A number above those of all transactions that were under way in what was read before. */
export async function findTransaction(tx: Db): Promise<number> {
  const { number } = await tx.one<{ number: number }>(
    sql`select pg_current_xact_id()::text::bigint as number`,
  );
  return number;
}

type Moved = Pick<Progress, 'indexedTo' | 'gaps' | 'builtTo'>;

export async function updateProgress(tx: Db, { indexedTo, gaps, builtTo }: Moved): Promise<void> {
  await tx.run(sql`
    update search_progress
    set indexed_to = ${indexedTo}, gaps = ${JSON.stringify(gaps)}::jsonb, built_to = ${builtTo}`);
}

/**
 * Where there is no index yet, or one by older rules: all messages of now are to be read, newest first.
 * Call outside of a transaction.
 */
export async function startProgress(db: Db, version: number): Promise<void> {
  await db.run(sql`
    insert into search_progress (version, indexed_to, built_from, built_to, build_after)
    select ${version}, newest.id, newest.id, newest.id, pg_current_xact_id()::text::bigint
    from (select coalesce(max(id), 0) as id from messages) newest
    on conflict (is_only) do update
      set version = excluded.version, built_from = search_progress.indexed_to, built_to = search_progress.indexed_to,
        build_after = excluded.build_after
      where search_progress.version < excluded.version`);
}

/** All messages are read anew; what is found until then is found meanwhile. */
export async function restartProgress(db: Db): Promise<void> {
  await db.run(sql`
    update search_progress
    set built_from = indexed_to, built_to = indexed_to, build_after = pg_current_xact_id()::text::bigint`);
}

/** The messages yet to be read, counted by ids: ids without a message count too. */
export interface Backlog {
  newMessages: number;
  oldMessages: number;
  oldMessagesAtFirst: number;
}

export function findBacklog(db: Db): Promise<Backlog> {
  return db.one(sql`
    select coalesce((select max(id) from messages) - p.indexed_to, 0) as new_messages,
      p.built_to as old_messages, p.built_from as old_messages_at_first
    from search_progress p`);
}

import { expect, vi } from 'vitest';
import { createLog } from '../src/config/log.ts';
import { type Database, type Db, sql } from '../src/db/database.ts';
import { indexBatch } from '../src/modules/search-index/index-batch.ts';

interface FoundEntry {
  uuid: string;
  words: string;
}

/** Every message in the index with its words, by send time. */
export async function entriesIn(db: Db): Promise<FoundEntry[]> {
  return db.many(sql`
    select m.uuid, s.words from search_messages s left join messages m on m.id = s.message_id
    order by s.message_id`);
}

/** The words of the message in the index; undefined if the index does not have the message. */
export async function wordsOf(db: Db, messageUuid: string): Promise<string | undefined> {
  return (await entriesIn(db)).find(({ uuid }) => uuid === messageUuid)?.words;
}

/**
 * Older messages are indexed once every transaction on the server that began before has ended, including transactions
 * that fill the databases of other tests.
 */
export const READ_ANEW_MS = 90_000;

/** Waits until the index has every message that exists, and nothing else. */
export async function untilIndexed(db: Db): Promise<void> {
  const difference = sql`
    select coalesce(m.id, s.message_id) as id
    from (select id from messages where deleted_at is null) m
      full join search_messages s on s.message_id = m.id
    where m.id is null or s.message_id is null`;
  const timeout = READ_ANEW_MS;
  await vi.waitFor(async () => expect(await db.many(difference)).toEqual([]), { timeout });
}

const MANY = 4_000;

/** Indexes many messages at once, without the server's pauses for other work. */
export async function indexWaiting(db: Database): Promise<void> {
  const log = createLog('silent');
  for (let isBehind = true; isBehind; ) {
    const outcome = await indexBatch(db, MANY, log);
    isBehind =
      outcome === 'busy' || outcome.isBehind || outcome.oldMessages > 0 || outcome.hadStaleBlocks;
  }
}

/** Indexes the waiting messages, and waits until the index has every message. */
export async function indexAll(db: Database): Promise<void> {
  await indexWaiting(db);
  await untilIndexed(db);
}

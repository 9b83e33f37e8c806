import { type Db, fixed, sql } from '../../../db/database.ts';
import {
  type ChainedRow,
  findEntriesBetween,
  findEntriesById,
  type Link,
  SEALED,
  type SealedAction,
} from '../read-audit.queries.ts';

const CHAIN_LOCK = 4_519_012;
const FILE_LOCK = 4_519_014;

async function tryLock(tx: Db, lock: number): Promise<boolean> {
  const { locked } = await tx.one<{ locked: boolean }>(
    sql`select pg_try_advisory_xact_lock(${fixed(lock)}) as locked`,
  );
  return locked;
}

/** True for one process at a time, until its commit. */
export const tryLockChain = (tx: Db): Promise<boolean> => tryLock(tx, CHAIN_LOCK);

/** True for the one process that appends to AUDIT_FILE, until its commit. */
export const tryLockFile = (tx: Db): Promise<boolean> => tryLock(tx, FILE_LOCK);

/** Waits for its turn to chain, which lasts until the commit. */
export const lockChain = (tx: Db): Promise<number> =>
  tx.run(sql`select pg_advisory_xact_lock(${fixed(CHAIN_LOCK)})`);

export type LinkEnd = Pick<Link, 'number' | 'hash'>;

export const findLast = (db: Db): Promise<LinkEnd | undefined> =>
  db.maybeOne(sql`select number, hash from audit_chain order by number desc limit 1`);

export const findFirst = (db: Db): Promise<Link | undefined> =>
  db.maybeOne(sql`select number, previous_hash, hash from audit_chain order by number limit 1`);

export const findPlace = (db: Db, number: number): Promise<LinkEnd | undefined> =>
  db.maybeOne(sql`select number, hash from audit_chain where number = ${number}`);

interface Range {
  firstId: number;
  lastId: number;
}

/** The first ranges of entries that have yet to be chained. */
const findRanges = (db: Db, most: number): Promise<Range[]> =>
  db.many(sql`
    select first_id, last_id from audit_unchained u
    where first_id < last_id
      or (select action from audit_events where id = u.first_id limit 1) <> all(${SEALED}::text[])
    order by first_id limit ${fixed(most)}`);

/** Entries that wait for the chain, and the part of an old range that they are of. */
interface Unchained {
  rows: ChainedRow[];
  part?: { firstId: number; doneTo: number; lastId: number };
}

/** The next entries to be chained, in the order of their ids. A range of old ones is done from its beginning. */
export async function findUnchained(db: Db, most: number): Promise<Unchained> {
  const ranges = await findRanges(db, most);
  const [first] = ranges;
  if (first === undefined) return { rows: [] };
  const { firstId, lastId } = first;
  if (firstId < lastId) {
    // By their ids alone: a limit of a long range would have all of it read by a planner without statistics.
    const doneTo = Math.min(lastId, firstId + most - 1);
    return { rows: await findEntriesBetween(db, firstId, doneTo), part: { ...first, doneTo } };
  }
  const ids = ranges
    .filter((range) => range.firstId === range.lastId)
    .map((range) => range.firstId);
  return { rows: await findEntriesById(db, ids) };
}

/** Where the chain ends at that moment, and whether something waits for it: all that a process asks while nothing happens. */
export const lookAtChain = (
  db: Db,
): Promise<{ isBehind: boolean; number: number | null; hash: Buffer | null; at: Date }> =>
  db.one(sql`
    select exists (select from audit_unchained) as is_behind, k.number, k.hash, now() as at
    from (values (1)) as once left join (select number, hash from audit_chain order by number desc limit 1) k on true`);

/** The rest of a range. */
export async function shortenRange(
  tx: Db,
  { firstId, doneTo, lastId }: Required<Unchained>['part'],
) {
  if (doneTo === lastId) await tx.run(sql`delete from audit_unchained where first_id = ${firstId}`);
  else {
    await tx.run(
      sql`update audit_unchained set first_id = ${doneTo + 1} where first_id = ${firstId}`,
    );
  }
}

export async function insertLinks(tx: Db, links: (Link & { eventId: number })[]): Promise<void> {
  await tx.run(sql`
    insert into audit_chain (number, event_id, previous_hash, hash)
    select * from unnest(
      ${links.map(({ number }) => number)}::bigint[], ${links.map(({ eventId }) => eventId)}::bigint[],
      ${links.map(({ previousHash }) => previousHash)}::bytea[], ${links.map(({ hash }) => hash)}::bytea[])`);
}

export const insertSealed = (
  tx: Db,
  action: SealedAction,
  detail: string,
): Promise<{ id: number }> =>
  tx.one(sql`insert into audit_events (action, detail) values (${action}, ${detail}) returning id`);

/** Whether an entry behind this number says that the chain was restored. */
export const isRestoredAfter = async (db: Db, number: number): Promise<boolean> =>
  (await db.maybeOne(sql`
    select from audit_chain k join audit_events e on e.id = k.event_id
    where k.number > ${number} and e.action = 'AUDIT_RESTORED' limit 1`)) !== undefined;

/** Removes the first links up to that number, with their entries; gives how many. */
export async function removeLinks(tx: Db, upTo: number, most: number): Promise<number> {
  const gone = await tx.many<{ eventId: number }>(sql`
    delete from audit_chain where number in (
      select number from audit_chain where number <= ${upTo} order by number limit ${fixed(most)}
    ) returning event_id`);
  const ids = gone.map(({ eventId }) => eventId);
  await tx.run(sql`delete from audit_events where id = any(${ids}::bigint[])`);
  return gone.length;
}

/**
 * The first link that no number of the chain is for: before the first, twice, or in a part that nobody can prove, though
 * its entry is of later than that part.
 */
export async function findStrayLink(
  db: Db,
  provenFrom: number,
  firstProvenId: number,
): Promise<number | undefined> {
  const row = await db.maybeOne<{ number: number }>(sql`
    select number from audit_chain
    where number < 1 or (number < ${provenFrom} and event_id > ${firstProvenId})
    union all (select number from audit_chain group by number having count(*) > 1)
    order by number limit 1`);
  return row?.number;
}

/** The first entry that neither stands in the chain nor waits for it, or that waits and may not be chained. */
export async function findOmitted(db: Db): Promise<number | undefined> {
  const row = await db.maybeOne<{ id: number }>(sql`
    select e.id from audit_events e
    where not exists (select from audit_chain k where k.event_id = e.id)
      and (e.action = any(${SEALED}::text[])
        or not exists (select from audit_unchained u where e.id between u.first_id and u.last_id))
    order by e.id limit 1`);
  return row?.id;
}

/** A key of before for the links up to a number and behind the row before; encrypted. */
export interface EarlierKeyRow {
  lastNumber: number;
  sealed: Buffer;
}

export const findEarlierKeys = (db: Db): Promise<EarlierKeyRow[]> =>
  db.many(sql`select last_number, sealed from earlier_keys order by last_number`);

/** In the place of all that are there. */
export async function replaceEarlierKeys(tx: Db, rows: EarlierKeyRow[]): Promise<void> {
  await tx.run(sql`delete from earlier_keys`);
  await tx.run(sql`
    insert into earlier_keys (last_number, sealed)
    select * from unnest(
      ${rows.map(({ lastNumber }) => lastNumber)}::bigint[], ${rows.map(({ sealed }) => sealed)}::bytea[])`);
}

// More are not counted.
export const MAX_COUNTED = 10_000;

// A restored chain goes on with the entry that says so: what is before stands in the file already.
const progress = sql`coalesce(
  (select number from audit_file_progress),
  (select max(k.number) - 1 from audit_events e join audit_chain k on k.event_id = e.id where e.action = 'AUDIT_RESTORED'),
  0)`;

/** The last entry of the chain that stands in AUDIT_FILE. */
export async function findFileProgress(db: Db): Promise<number> {
  const { number } = await db.one<{ number: number }>(sql`select ${progress} as number`);
  return number;
}

/** Whether the file lacks entries: all that a process asks of it while nothing happens. */
export async function isFileBehind(db: Db): Promise<boolean> {
  const { is } = await db.one<{ is: boolean }>(sql`
    select coalesce((select number from audit_chain order by number desc limit 1), 0)
      > coalesce((select number from audit_file_progress), 0) as is`);
  return is;
}

export async function saveFileProgress(db: Db, number: number): Promise<void> {
  await db.run(sql`
    insert into audit_file_progress as p (number) values (${number})
    on conflict (is_only) do update set number = excluded.number`);
}

interface Waiting {
  count: number;
  /** The time of the oldest. */
  since: Date | null;
  isLate: boolean;
}

/** The entries that have yet to be appended, counted so far. */
export const findUnappended = (db: Db, lateSeconds: number): Promise<Waiting> =>
  db.one(sql`
    with waiting as (
      select event_id from audit_chain where number > ${progress} order by number limit ${fixed(MAX_COUNTED)}
    ), oldest as (
      select min(happened_at) as happened_at from audit_events where id in (select event_id from waiting)
    )
    select (select count(*) from waiting) as count, (select happened_at from oldest) as since,
      coalesce((select happened_at < now() - make_interval(secs => ${fixed(lateSeconds)}) from oldest), false) as is_late`);

import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Context } from '../../../context.ts';
import type { Db } from '../../../db/database.ts';
import {
  type ChainKeys,
  FIRST_PREVIOUS,
  hasEntry,
  isWhole,
  type Linked,
  lineOf,
} from './canonical.ts';
import {
  findFirst,
  findLinked,
  findOmitted,
  findPlace,
  findUnlinkedAfter,
} from './chain.queries.ts';
import { type Head, readHead } from './head.ts';
import { findTrimmedTo } from './seal.ts';

const READ_AT_ONCE = 5_000;
// Others are served in between.
const LOOKED_AT_ONCE = 500;

/** The first entry that does not fit, by its number; one that stands outside of the chain by its id. */
export interface Misfit {
  kind: 'Missing' | 'Changed' | 'NotInDataDir' | 'Unchained';
  entry: number;
}

interface Walked {
  count: number;
  last: Linked | undefined;
  /** When the database was restored the last time. */
  restoredAt: string | undefined;
}

/** The first link must follow on this; behind a part that nobody can prove its own hash says on what it does. */
interface Beginning {
  number: number;
  previousHash: Buffer | undefined;
}

/**
 * Where the chain must begin: at its first entry, behind those that were removed by age, or behind a part whose key was
 * lost. A removal under way has left some of them.
 */
async function findBeginning(db: Db, keys: ChainKeys): Promise<Beginning> {
  const begins = await findKeptBeginning(db, keys);
  return begins.number < keys.provenFrom
    ? { number: keys.provenFrom, previousHash: undefined }
    : begins;
}

async function findKeptBeginning(db: Db, keys: ChainKeys): Promise<Beginning> {
  const trimmed = await findTrimmedTo(db, keys);
  if (!trimmed) return { number: 1, previousHash: FIRST_PREVIOUS };
  const first = await findFirst(db);
  if (first && first.number <= trimmed.number) return first;
  return { number: trimmed.number + 1, previousHash: trimmed.hash };
}

/** The chain in parts, from that number on; the database reads the next one while one is looked at. */
async function* readChain(db: Db, from: number): AsyncGenerator<Linked[]> {
  const first = await findFirst(db);
  if (!first) return;
  let after = Math.max(first.number, from) - 1;
  let reading = findLinked(db, after, READ_AT_ONCE);
  for (;;) {
    const links = await reading;
    after += READ_AT_ONCE;
    if (links.length === READ_AT_ONCE) reading = findLinked(db, after, READ_AT_ONCE);
    reading.catch(() => {});
    for (let at = 0; at < links.length; at += LOOKED_AT_ONCE) {
      yield links.slice(at, at + LOOKED_AT_ONCE);
      await nextTurn();
    }
    if (links.length < READ_AT_ONCE) return;
  }
}

/** Walks along the chain: number by number, each hash over its entry and the hash before. */
async function walk(db: Db, keys: ChainKeys): Promise<Walked | Misfit> {
  const walked: Walked = { count: 0, last: undefined, restoredAt: undefined };
  let next = await findBeginning(db, keys);
  for await (const links of readChain(db, keys.provenFrom)) {
    for (const linked of links) {
      const { number, previousHash, hash } = linked;
      if (number !== next.number) return { kind: 'Missing', entry: next.number };
      const follows = next.previousHash === undefined || previousHash.equals(next.previousHash);
      if (!follows || !isWhole(keys, linked)) return { kind: 'Changed', entry: number };
      if (linked.action === 'AUDIT_RESTORED') walked.restoredAt = linked.exactTime;
      next = { number: number + 1, previousHash: hash };
      walked.count += 1;
      walked.last = linked;
    }
  }
  return walked;
}

async function findLost(
  db: Db,
  head: Head,
  { last, restoredAt }: Walked,
): Promise<Misfit | undefined> {
  if (restoredAt !== undefined && new Date(restoredAt) > head.at) return undefined;
  const end = last?.number ?? 0;
  if (end < head.number) return { kind: 'Missing', entry: end + 1 };
  const place = await findPlace(db, head.number);
  const isSame = place?.hash.equals(head.hash) ?? true;
  return isSame ? undefined : { kind: 'NotInDataDir', entry: head.number };
}

async function verifyOnce(
  db: Db,
  keys: ChainKeys,
  dataDir: string,
): Promise<{ count: number } | Misfit> {
  // Read first: meanwhile the chain only grows.
  const head = await readHead(dataDir);
  const walked = await walk(db, keys);
  if ('kind' in walked) return walked;
  // Each change of the key has left an entry behind it.
  const end = walked.last?.number ?? 0;
  if (end < keys.presentFrom) return { kind: 'Missing', entry: Math.max(end + 1, keys.provenFrom) };
  const lost = head && (await findLost(db, head, walked));
  if (lost) return lost;
  const entry = await findOmitted(db);
  return entry === undefined ? { count: walked.count } : { kind: 'Unchained', entry };
}

/**
 * The number of entries of a chain that is whole, or the first entry that does not fit. Found twice before it is told:
 * what is removed by age while the chain is read looks like a cut.
 */
export async function verifyChain(
  db: Db,
  keys: ChainKeys,
  dataDir: string,
): Promise<{ count: number } | Misfit> {
  const found = await verifyOnce(db, keys, dataDir);
  return 'kind' in found ? verifyOnce(db, keys, dataDir) : found;
}

const LINES_AT_ONCE = 1_000;

interface Part {
  lines: string[];
  /** Where the next part begins: after a number of the chain, or after an id that stands behind a minus. */
  next?: number;
}

/** Entries that wait for the chain. */
async function exportUnlinked({ db }: Pick<Context, 'db'>, afterId: number): Promise<Part> {
  const rows = await findUnlinkedAfter(db, afterId, LINES_AT_ONCE);
  const last = rows.at(-1);
  const lines = rows.map(lineOf);
  return rows.length === LINES_AT_ONCE && last ? { lines, next: -last.id } : { lines };
}

/**
 * All entries as lines of JSON, in the order of the chain, a part at a time; those that wait for the chain come last.
 */
export async function exportAudit(
  ctx: Pick<Context, 'db'>,
  after: number | undefined,
): Promise<Part> {
  if (after !== undefined && after < 0) return exportUnlinked(ctx, -after);
  const linked = await findLinked(ctx.db, after ?? 0, LINES_AT_ONCE);
  const lines = linked.filter(hasEntry).map(lineOf);
  const last = linked.at(-1);
  if (linked.length === LINES_AT_ONCE && last) return { lines, next: last.number };
  const waiting = await exportUnlinked(ctx, 0);
  return { ...waiting, lines: [...lines, ...waiting.lines] };
}

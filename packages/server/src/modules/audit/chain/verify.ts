import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Config } from '../../../config/env.ts';
import type { Context } from '../../../context.ts';
import type { Db } from '../../../db/database.ts';
import { readLastEntry } from '../file/audit-file.ts';
import { findLinked, findUnlinkedAfter, type Linked } from '../read-audit.queries.ts';
import { type ChainKeys, FIRST_PREVIOUS, hasEntry, isWhole, lineOf } from './canonical.ts';
import { findFirst, findOmitted, findPlace, findStrayLink } from './chain.queries.ts';
import { type Head, readHead } from './head.ts';
import { findTrimmedTo } from './seal.ts';

const READ_AT_ONCE = 5_000;
// Others are served in between.
const LOOKED_AT_ONCE = 500;

/** The first entry that does not fit, by its number; one that stands outside of the chain by its id. */
export interface Misfit {
  kind: 'Missing' | 'Changed' | 'NotInDataDir' | 'NotInAuditFile' | 'Unchained';
  entry: number;
}

/** The first link must follow on this; behind a part that nobody can prove its own hash says on what it does. */
interface Beginning {
  number: number;
  previousHash: Buffer | undefined;
}

interface Walked {
  count: number;
  first: Linked | undefined;
  last: Linked | undefined;
  /** When the database was restored the last time. */
  restoredAt: string | undefined;
  /** The next one, where it does not fit. */
  misfit: Misfit | undefined;
}

/** Where the entries begin that are to stay: at the first one, or behind those that were removed by age. */
export async function findKeptBeginning(db: Db, keys: ChainKeys): Promise<Beginning> {
  const trimmed = await findTrimmedTo(db, keys);
  if (!trimmed) return { number: 1, previousHash: FIRST_PREVIOUS };
  return { number: trimmed.number + 1, previousHash: trimmed.hash };
}

/** Where the chain must begin. A removal by age under way has left some entries, of which each is still proven. */
async function findBeginning(db: Db, keys: ChainKeys): Promise<Beginning> {
  const kept = await findKeptBeginning(db, keys);
  const first = await findFirst(db);
  const begins = first && kept.number > 1 && first.number < kept.number ? first : kept;
  return begins.number < keys.provenFrom ? provenBeginning(keys) : begins;
}

const provenBeginning = ({ provenFrom }: ChainKeys): Beginning => ({
  number: provenFrom,
  previousHash: undefined,
});

/** The chain from that number on; the database reads the next part while one is looked at. */
async function* readChain(db: Db, from: number): AsyncGenerator<Linked> {
  const first = await findFirst(db);
  if (!first) return;
  let after = Math.max(first.number, from) - 1;
  let reading = findLinked(db, after, READ_AT_ONCE);
  for (;;) {
    const links = await reading;
    after = links.at(-1)?.number ?? after;
    if (links.length >= READ_AT_ONCE) reading = findLinked(db, after, READ_AT_ONCE);
    reading.catch(() => {});
    for (let at = 0; at < links.length; at += LOOKED_AT_ONCE) {
      yield* links.slice(at, at + LOOKED_AT_ONCE);
      await nextTurn();
    }
    if (links.length < READ_AT_ONCE) return;
  }
}

function findMisfit(keys: ChainKeys, next: Beginning, linked: Linked): Misfit | undefined {
  const { number, previousHash } = linked;
  if (number > next.number) return { kind: 'Missing', entry: next.number };
  const follows = next.previousHash === undefined || previousHash.equals(next.previousHash);
  const isNext = number === next.number && follows;
  return isNext && isWhole(keys, linked) ? undefined : { kind: 'Changed', entry: number };
}

/**
 * Walks along the chain while it is whole, number by number, each hash over its entry and the hash before; up to the
 * first entry for which `goesOn` is false. A part whose key was lost counts as it stands.
 */
export async function walk(
  db: Db,
  keys: ChainKeys,
  begins: Beginning,
  goesOn: (linked: Linked) => boolean = () => true,
): Promise<Walked> {
  const walked: Walked = {
    count: 0,
    first: undefined,
    last: undefined,
    restoredAt: undefined,
    misfit: undefined,
  };
  let next = begins.number < keys.provenFrom ? provenBeginning(keys) : begins;
  for await (const linked of readChain(db, begins.number)) {
    if (!goesOn(linked)) return walked;
    if (linked.number >= keys.provenFrom) {
      walked.misfit = findMisfit(keys, next, linked);
      if (walked.misfit) return walked;
      next = { number: linked.number + 1, previousHash: linked.hash };
    }
    if (linked.action === 'AUDIT_RESTORED') walked.restoredAt = linked.exactTime;
    walked.count += 1;
    walked.first ??= linked;
    walked.last = linked;
  }
  return walked;
}

/** How far the chain had come as something outside of the database knows: what it may not fall behind. */
interface Witness {
  kind: 'NotInDataDir' | 'NotInAuditFile';
  head: Head;
}

/** Where the ends are known beside the database. */
type Known = Pick<Config, 'dataDir'> & Partial<Pick<Config, 'auditFile'>>;

async function findWitnesses({ dataDir, auditFile }: Known): Promise<Witness[]> {
  const kept = await readHead(dataDir);
  const written = auditFile === undefined ? undefined : await readLastEntry(auditFile);
  return [
    ...(kept ? [{ kind: 'NotInDataDir' as const, head: kept }] : []),
    ...(written ? [{ kind: 'NotInAuditFile' as const, head: written }] : []),
  ];
}

async function findLost(
  db: Db,
  { kind, head }: Witness,
  { last, restoredAt }: Walked,
): Promise<Misfit | undefined> {
  if (restoredAt !== undefined && new Date(restoredAt) > head.at) return undefined;
  const end = last?.number ?? 0;
  if (end < head.number) return { kind: 'Missing', entry: end + 1 };
  const place = await findPlace(db, head.number);
  const isSame = place?.hash.equals(head.hash) ?? true;
  return isSame ? undefined : { kind, entry: head.number };
}

async function verifyOnce(
  db: Db,
  keys: ChainKeys,
  known: Known,
): Promise<{ count: number } | Misfit> {
  // Read first: meanwhile the chain only grows.
  const witnesses = await findWitnesses(known);
  const walked = await walk(db, keys, await findBeginning(db, keys));
  if (walked.misfit) return walked.misfit;
  // Each change of the key has left an entry behind it.
  const end = walked.last?.number ?? 0;
  if (end < keys.presentFrom) return { kind: 'Missing', entry: Math.max(end + 1, keys.provenFrom) };
  for (const witness of witnesses) {
    const lost = await findLost(db, witness, walked);
    if (lost) return lost;
  }
  const stray = await findStrayLink(db, keys.provenFrom, walked.first?.eventId ?? 0);
  if (stray !== undefined) return { kind: 'Changed', entry: stray };
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
  known: Known,
): Promise<{ count: number } | Misfit> {
  const found = await verifyOnce(db, keys, known);
  return 'kind' in found ? verifyOnce(db, keys, known) : found;
}

const LINES_AT_ONCE = 1_000;

/** Up to where entries are exported: to a number of the chain, and of those that waited for it then to an id. */
export interface ExportedTo {
  number: number;
  id?: number | undefined;
}

interface Part {
  lines: string[];
  next?: ExportedTo;
}

/** Entries that waited for the chain; none is left out that was chained meanwhile. */
async function exportWaiting(db: Db, { number, id = 0 }: ExportedTo): Promise<Part> {
  const rows = await findUnlinkedAfter(db, { number, id }, LINES_AT_ONCE);
  const last = rows.at(-1);
  const lines = rows.map(lineOf);
  return rows.length >= LINES_AT_ONCE && last
    ? { lines, next: { number, id: last.id } }
    : { lines };
}

/**
 * All entries as lines of JSON, in the order of the chain, a part at a time; those that wait for the chain come last.
 */
export async function exportAudit(
  { db }: Pick<Context, 'db'>,
  after: ExportedTo = { number: 0 },
): Promise<Part> {
  if (after.id !== undefined) return exportWaiting(db, after);
  const linked = await findLinked(db, after.number, LINES_AT_ONCE);
  const lines = linked.filter(hasEntry).map(lineOf);
  const number = linked.at(-1)?.number ?? after.number;
  if (linked.length >= LINES_AT_ONCE) return { lines, next: { number } };
  const waiting = await exportWaiting(db, { number });
  return { ...waiting, lines: [...lines, ...waiting.lines] };
}

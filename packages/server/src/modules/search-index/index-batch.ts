import type { FastifyBaseLogger } from 'fastify';
import type { Database, Db } from '../../db/database.ts';
import { mapInTurns } from '../../shared/event-loop.ts';
import { addToBlocks, type KeyedEntry, renewBlocks, withKeys } from './blocks.ts';
import { entryOf, type IndexEntry, type SourceMessage } from './index-entry.ts';
import {
  findMessagesAfter,
  findMessagesDownFrom,
  findMessagesInGaps,
  lockIndexing,
  lockTextsAlone,
  removeStrays,
  upsertEntries,
} from './search-index.queries.ts';
import {
  findProgress,
  findTransaction,
  type IdGap,
  type Progress,
  updateProgress,
} from './search-progress.queries.ts';

/** Blocks that are made anew in a batch at least; of many messages the blocks that have grown are more. */
export const MIN_BLOCKS = 4;

/** The work left after a batch. */
export interface Batch {
  /** Messages that were read. */
  count: number;
  /** How long the database was busy with it. */
  durationMs: number;
  newestId: number;
  /** New messages wait for the next batch. */
  isBehind: boolean;
  /** Messages may come to be seen below others that were. */
  hasGaps: boolean;
  /** Blocks were made anew, and more may wait. */
  hadStaleBlocks: boolean;
  /** Messages that were there before the index wait; by ids. */
  oldMessages: number;
}

/** `busy`: another process is at it. */
export type BatchOutcome = Batch | 'busy';

/**
 * True once all that was under way at that time has ended. Numbers above ours are those of another server's, gone long
 * ago.
 */
const haveEnded = ({ endedBefore, nextTransaction }: Progress, before: number) =>
  before <= endedBefore || before >= nextTransaction;

const idsOf = (messages: SourceMessage[]) => messages.map(({ id }) => id);

/** Longer texts are fewer in a batch, so that it takes no longer. */
const MAX_CHARACTERS = 10_000;

/** As many as fit, one at least, and whether they are all there were. */
function asManyAsFit(found: SourceMessage[], limit: number) {
  let characters = 0;
  const firstBeyond = found.findIndex(({ content }) => {
    characters += content.length;
    return characters > MAX_CHARACTERS;
  });
  const messages = firstBeyond < 0 ? found : found.slice(0, Math.max(1, firstBeyond));
  return { messages, isAll: messages.length === found.length && found.length < limit };
}

interface Reading {
  messages: SourceMessage[];
  indexedTo: number;
  gaps: IdGap[];
  builtTo: number;
}

async function readNew(tx: Db, progress: Progress, limit: number): Promise<Reading> {
  const { indexedTo: before, newestId, builtTo } = progress;
  const found = newestId > before ? await findMessagesAfter(tx, before, limit) : [];
  const { messages, isAll } = asManyAsFit(found, limit);
  const last = messages.at(-1)?.id ?? before;
  const indexedTo = isAll ? Math.max(last, newestId) : last;
  const missing = gapsAmong(before, indexedTo, idsOf(messages));
  // Asked for after they were missed: whoever may still bring one has a lower number.
  const until = missing.length > 0 ? await findTransaction(tx) : 0;
  const gaps = missing.map((range) => ({ ...range, until }));
  return { messages, indexedTo, gaps, builtTo };
}

/** Reads messages that came into known gaps; other gaps are given up once nobody can fill them any more. */
async function readLate(tx: Db, progress: Progress, limit: number): Promise<Reading> {
  const { gaps, indexedTo, builtTo } = progress;
  const found = gaps.length > 0 ? await findMessagesInGaps(tx, gaps, limit) : [];
  const { messages, isAll } = asManyAsFit(found, limit);
  const left = withoutIds(gaps, idsOf(messages));
  const open = left.filter(({ until }) => !isAll || !haveEnded(progress, until));
  return { messages, indexedTo, gaps: open, builtTo };
}

async function readOld(tx: Db, progress: Progress, limit: number): Promise<Reading> {
  const { indexedTo, gaps, builtTo: before, buildAfter } = progress;
  if (before === 0 || !haveEnded(progress, buildAfter)) {
    return { messages: [], indexedTo, gaps, builtTo: before };
  }
  const { messages, isAll } = asManyAsFit(await findMessagesDownFrom(tx, before, limit), limit);
  const last = isAll ? undefined : messages.at(-1);
  const builtTo = last ? last.id - 1 : 0;
  await removeStrays(tx, builtTo + 1, before);
  return { messages, indexedTo, gaps, builtTo };
}

/** New ones first, then those that came late; those that were there before when nothing else waits. */
async function read(tx: Db, progress: Progress, limit: number): Promise<Reading> {
  const late = await readLate(tx, progress, limit);
  const fresh = await readNew(tx, progress, limit);
  const messages = [...fresh.messages, ...late.messages];
  if (messages.length === 0 && fresh.indexedTo === progress.indexedTo) {
    return readOld(tx, { ...progress, gaps: late.gaps }, limit);
  }
  return { ...fresh, messages, gaps: mergeGaps([...late.gaps, ...fresh.gaps]) };
}

const isFurther = ({ messages, indexedTo, gaps, builtTo }: Reading, before: Progress): boolean =>
  messages.length > 0 ||
  indexedTo > before.indexedTo ||
  gaps.length !== before.gaps.length ||
  builtTo !== before.builtTo;

const CANNOT_BE_SEARCHED = 'a message cannot be searched';

/** A text that cannot be read for words is not found; it keeps no other from being found. */
function safeEntryOf(message: SourceMessage, log: FastifyBaseLogger): IndexEntry {
  try {
    return entryOf(message);
  } catch (error) {
    log.error({ err: error, messageIds: [message.id] }, CANNOT_BE_SEARCHED);
    return entryOf({ ...message, content: '', fileName: null });
  }
}

const entriesOf = (messages: SourceMessage[], log: FastifyBaseLogger): Promise<KeyedEntry[]> =>
  mapInTurns(
    messages.filter(({ isDeleted }) => !isDeleted),
    (message) => withKeys(safeEntryOf(message, log)),
  );

/**
 * One short transaction: entries and how far they go are kept together or not at all, so none is forgotten or made
 * twice. With `leavesOut` the messages count as read and none of them is found.
 */
export function indexBatch(
  db: Database,
  limit: number,
  log: FastifyBaseLogger,
  leavesOut = false,
): Promise<BatchOutcome> {
  return db.transaction(async (tx) => {
    const since = performance.now();
    if (!(await lockIndexing(tx))) return 'busy';
    const progress = await findProgress(tx);
    const reading = await read(tx, progress, limit);
    const entries = leavesOut ? [] : await entriesOf(reading.messages, log);
    if (leavesOut) log.error({ messageIds: idsOf(reading.messages) }, CANNOT_BE_SEARCHED);
    // From here on those who edit or delete wait.
    if (entries.length > 0 || progress.hasStaleBlocks) await lockTextsAlone(tx);
    await addToBlocks(tx, await upsertEntries(tx, entries));
    if (progress.hasStaleBlocks) await renewBlocks(tx, Math.max(MIN_BLOCKS, limit / 8));
    if (isFurther(reading, progress)) await updateProgress(tx, reading);
    return {
      count: reading.messages.length,
      durationMs: performance.now() - since,
      newestId: progress.newestId,
      isBehind: reading.indexedTo < progress.newestId,
      hasGaps: reading.gaps.length > 0,
      hadStaleBlocks: progress.hasStaleBlocks,
      oldMessages: reading.builtTo,
    };
  });
}

type IdRange = Pick<IdGap, 'first' | 'last'>;

/** A transaction that stays open for hours holds all that time what failed sends have left out. */
const MAX_GAPS = 200;

/** The ids after `after`, up to `upTo`, that are not among `seen`, which rise. */
export function gapsAmong(after: number, upTo: number, seen: number[]): IdRange[] {
  const gaps: IdRange[] = [];
  let next = after + 1;
  for (const id of [...seen, upTo + 1]) {
    if (id > next) gaps.push({ first: next, last: id - 1 });
    next = Math.max(next, id + 1);
  }
  return gaps;
}

/** The gaps without ids that have come, which rise. */
export const withoutIds = (gaps: IdGap[], ids: number[]): IdGap[] =>
  gaps.flatMap(({ first, last, until }) => {
    const within = ids.filter((id) => id >= first && id <= last);
    return gapsAmong(first - 1, last, within).map((range) => ({ ...range, until }));
  });

/** Too many of them become one, with what was seen in between: that is known, and costs a look. */
export function mergeGaps(gaps: IdGap[]): IdGap[] {
  if (gaps.length <= MAX_GAPS) return gaps;
  const sorted = [...gaps].sort((one, other) => one.first - other.first);
  const merged = sorted.slice(0, sorted.length - MAX_GAPS + 1);
  return [
    {
      first: Math.min(...merged.map(({ first }) => first)),
      last: Math.max(...merged.map(({ last }) => last)),
      until: Math.max(...merged.map(({ until }) => until)),
    },
    ...sorted.slice(merged.length),
  ];
}

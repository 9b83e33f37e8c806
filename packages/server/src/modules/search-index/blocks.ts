import type { Db } from '../../db/database.ts';
import { mapInTurns } from '../../shared/event-loop.ts';
import { BLOCK, hashesOf, type Key, Keys, keysOf } from './block-keys.ts';
import type { IndexEntry } from './index-entry.ts';
import {
  type BlockId,
  findBlocks,
  findStaleBlocks,
  type NewBlock,
  removeBlocks,
  type StaleBlock,
  updateBits,
  upsertBlocks,
} from './search-index.queries.ts';

/** The words of an entry, as they stand in `search_messages`. */
const wordsIn = (words: string): string[] => words.trim().split(' ').filter(Boolean);

/** An entry with what its block is asked for. */
export interface KeyedEntry extends IndexEntry {
  keys: Key[];
}

export const withKeys = (entry: IndexEntry): KeyedEntry => ({
  ...entry,
  keys: keysOf(wordsIn(entry.words), entry.lexemes),
});

const placeOf = ({ chatId, nth }: BlockId) => `${chatId} ${nth}`;

function together<Entry extends IndexEntry>(entries: Entry[]): Entry[][] {
  const blocks = new Map<string, Entry[]>();
  for (const entry of entries) {
    const place = placeOf({ chatId: entry.chatId, nth: entry.block });
    blocks.set(place, [...(blocks.get(place) ?? []), entry]);
  }
  return [...blocks.values()];
}

/** When they were sent, at most: the database counts microseconds. */
function endsOf(entries: IndexEntry[]): Pick<NewBlock, 'firstAt' | 'lastAt'> {
  const times = entries.map(({ createdAt }) => Date.parse(createdAt));
  if (times.some(Number.isNaN)) return { firstAt: '-infinity', lastAt: 'infinity' };
  const [first, last] = [Math.min(...times), Math.max(...times)];
  return { firstAt: new Date(first).toISOString(), lastAt: new Date(last + 1).toISOString() };
}

/** Puts the entries into their blocks. Call in a transaction that holds `lockTextsAlone`. */
export async function addToBlocks(tx: Db, entries: KeyedEntry[]): Promise<void> {
  if (entries.length === 0) return;
  const groups = together(entries);
  const places = groups.map(([first]) => ({ chatId: first?.chatId ?? 0, nth: first?.block ?? 0 }));
  const known = new Map(
    (await findBlocks(tx, places)).map((block) => [placeOf(block), block.bits] as const),
  );
  const blocks = groups.map((group, at): NewBlock => {
    const place = places[at] as BlockId;
    const before = known.get(placeOf(place));
    const ends = endsOf(group);
    if (before === undefined) {
      return { ...place, ...ends, bits: bitsOf(group.map(({ keys }) => keys)), isStale: false };
    }
    if (before) for (const { keys } of group) setKeys(before, keys);
    return { ...place, ...ends, bits: before, isStale: before !== null && isFull(before) };
  });
  await upsertBlocks(tx, blocks);
}

/** Has the block of an entry made anew, which is among those that are read until then. */
export const leaveToBlock = (tx: Db, entry: IndexEntry): Promise<void> => {
  const { chatId, block: nth } = entry;
  return upsertBlocks(tx, [{ chatId, nth, ...endsOf([entry]), bits: null, isStale: true }]);
};

/** Has the blocks of many entries made anew, as `leaveToBlock`, each block once. */
export async function leaveToBlocks(tx: Db, entries: IndexEntry[]): Promise<void> {
  const groups = together(entries);
  await upsertBlocks(
    tx,
    groups.map((group) => {
      const { chatId = 0, block: nth = 0 } = group[0] ?? {};
      return { chatId, nth, ...endsOf(group), bits: null, isStale: true };
    }),
  );
}

/** Makes some blocks anew that wait for that. Call in a transaction that holds `lockTextsAlone`. */
export async function renewBlocks(tx: Db, most: number): Promise<void> {
  const stale = await findStaleBlocks(tx, most);
  const isEmpty = ({ messages, isTooMuch }: StaleBlock) => messages.length === 0 && !isTooMuch;
  await removeBlocks(tx, stale.filter(isEmpty));
  const full = stale.filter((block) => !isEmpty(block));
  const blocks = await mapInTurns(full, ({ chatId, nth, messages, isTooMuch }) => {
    const keys = messages.map(({ words, lexemes }) => keysOf(wordsIn(words), lexemes));
    return { chatId, nth, bits: isTooMuch ? null : bitsOf(keys) };
  });
  await updateBits(tx, blocks);
}

// Bits of a block for each bit to set: then four in ten are set, and a form is found in one of a thousand others.
const ROOM = 2;
const [MIN_BYTES, MAX_BYTES] = [128, 6_000];
/** Fuller ones say little; larger ones are made where that is possible. */
const FULL = 0.5;
const BYTES_AT_A_TIME = 64;
// A block that has begun grows, and should not be made anew for each of its messages.
const MAX_GROWTH = 4;

const sizeFor = (bits: number): number => {
  const bytes = Math.ceil((bits * ROOM) / 8 / BYTES_AT_A_TIME) * BYTES_AT_A_TIME;
  return Math.min(MAX_BYTES, Math.max(MIN_BYTES, bytes));
};

export function setKeys(bits: Buffer, keys: Iterable<Key>): void {
  const size = bits.length * 8;
  for (const key of keys) {
    for (const hash of hashesOf(key)) {
      const at = hash % size;
      bits[at >> 3] = (bits[at >> 3] ?? 0) | (1 << (at & 7));
    }
  }
}

const ONES = Uint8Array.from(
  { length: 256 },
  (_, byte) => byte.toString(2).replaceAll('0', '').length,
);

const shareOf = (bits: Buffer): number =>
  bits.reduce((sum, byte) => sum + (ONES[byte] ?? 0), 0) / (bits.length * 8);

/** There is more to tell than the bits can, and larger ones could. */
const isFull = (bits: Buffer): boolean => bits.length < MAX_BYTES && shareOf(bits) > FULL;

/** The bits of these messages, with room for those that the block has not yet; null where they would say nothing. */
export function bitsOf(keysOfMessages: Key[][]): Buffer | null {
  const distinct = new Keys();
  for (const keys of keysOfMessages) for (const key of keys) distinct.add(key);
  const keys = distinct.all;
  const count = keys.reduce((sum, key) => sum + key.bits, 0);
  const growth = Math.min(MAX_GROWTH, BLOCK / Math.max(1, keysOfMessages.length));
  if (count > MAX_BYTES * 8 * 2) return null;
  const bits = Buffer.alloc(
    Math.max(sizeFor(count), Math.min(sizeFor(count * growth), MAX_BYTES / 3)),
  );
  setKeys(bits, keys);
  return bits;
}

import { BLOCK, hashesOf, type Key, Keys } from './language/block-keys.ts';

// So many bits for each that is set: then four in ten are set, and a form is found in one of a thousand others.
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
export const isFull = (bits: Buffer): boolean => bits.length < MAX_BYTES && shareOf(bits) > FULL;

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

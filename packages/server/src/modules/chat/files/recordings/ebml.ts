import type { FileBytes } from './file-bytes.ts';

/** A name of at most four bytes, and a length of at most eight. */
const MAX_HEADER = 12;

export interface Element {
  id: number;
  from: number;
  /** Undefined where it was not known when it was written: the element ends where its kind cannot go on. */
  length: number | undefined;
}

/** How many bytes it takes, by the zeros before its first one; 9 for what is none. */
const lengthOf = (first: number) => Math.clz32(first) - 23;

/** The names keep the bit that tells their length. */
function readId(header: Buffer): { id: number; length: number } | undefined {
  const length = lengthOf(header[0] ?? 0);
  if (length > 4 || length > header.length) return undefined;
  return { id: header.readUIntBE(0, length), length };
}

function readLength(header: Buffer, at: number) {
  const first = header[at] ?? 0;
  const length = lengthOf(first);
  if (length > 8 || at + length > header.length) return undefined;
  const mask = 0xff >> length;
  const rest = header.subarray(at + 1, at + length);
  const value = rest.reduce((sum, byte) => sum * 256 + byte, first & mask);
  const isUnknown = (first & mask) === mask && rest.every((byte) => byte === 0xff);
  return { value: isUnknown ? undefined : value, length };
}

/** Undefined where none begins. */
export async function elementAt(bytes: FileBytes, at: number): Promise<Element | undefined> {
  const header = await bytes.upTo(MAX_HEADER, at);
  const id = readId(header);
  const size = id && readLength(header, id.length);
  if (!id || !size) return undefined;
  return { id: id.id, from: at + id.length + size.length, length: size.value };
}

/** A number as a block begins with: that of its track, and how many bytes it takes. */
export const readNumber = (header: Buffer) => readLength(header, 0);

import { MAX_SIDE } from './picture.ts';

export interface BmpHeader {
  width: number;
  height: number;
  /** Its rows come from top to bottom. */
  isTopDown: boolean;
  bits: number;
  isPacked: boolean;
  /** Where its pixels begin. */
  offset: number;
  /** Of an unpacked row, filled up to whole words. */
  rowBytes: number;
  /** Blue, green, red, then what fills an entry up. */
  palette: { bytes: Buffer; entryBytes: number };
  /** Which bits of a pixel of 16 or 32 are its red, green and blue. */
  masks: readonly [red: number, green: number, blue: number];
}

/** Of the file: all that can stand before its pixels, and is of use here. */
export const BMP_START = 14 + 124 + 256 * 4;

// The first one is that of OS/2, with numbers of half the size.
const HEADER_SIZES = [12, 40, 52, 56, 64, 108, 124];
const OLD_HEADER = 12;
// By how the pixels are packed: as they are, runs of bytes, runs of half bytes, as they are with masks before them.
const BITS: readonly (readonly number[])[] = [[1, 4, 8, 16, 24, 32], [8], [4], [16, 32]];
const [RUNS, HALF_RUNS, WITH_MASKS] = [1, 2, 3];
const MASKS_AT = 54;
const USUAL_MASKS = {
  16: [0x7c00, 0x03e0, 0x001f],
  32: [0xff0000, 0x00ff00, 0x0000ff],
} as const;

interface Numbers {
  width: number;
  height: number;
  bits: number;
  packing: number;
  colours: number;
}

const oldNumbers = (start: Buffer): Numbers => ({
  width: start.readUInt16LE(18),
  height: start.readUInt16LE(20),
  bits: start.readUInt16LE(24),
  packing: 0,
  colours: 0,
});

const numbers = (start: Buffer): Numbers => ({
  width: start.readInt32LE(18),
  height: start.readInt32LE(22),
  bits: start.readUInt16LE(28),
  packing: start.readUInt32LE(30),
  colours: start.readUInt32LE(46),
});

const isSide = (pixels: number) => pixels >= 1 && pixels <= MAX_SIDE;

function masksOf(start: Buffer, { bits, packing }: Numbers): BmpHeader['masks'] {
  if (packing !== WITH_MASKS) return bits === 16 ? USUAL_MASKS[16] : USUAL_MASKS[32];
  const maskAt = (at: number) => start.readUInt32LE(MASKS_AT + at * 4);
  return [maskAt(0), maskAt(1), maskAt(2)];
}

function paletteOf(start: Buffer, headerSize: number, { bits, colours }: Numbers) {
  const entryBytes = headerSize === OLD_HEADER ? 3 : 4;
  const entries = bits > 8 ? 0 : Math.min(colours || 2 ** bits, 2 ** bits);
  const at = 14 + headerSize;
  return { bytes: start.subarray(at, at + entries * entryBytes), entryBytes };
}

/** Reads the header of a BMP; undefined when a number in it is impossible. */
export function readBmpHeader(start: Buffer, fileSize: number): BmpHeader | undefined {
  if (start.length < 26 || start.toString('latin1', 0, 2) !== 'BM') return undefined;
  const headerSize = start.readUInt32LE(14);
  if (!HEADER_SIZES.includes(headerSize)) return undefined;
  if (headerSize !== OLD_HEADER && start.length < MASKS_AT) return undefined;
  const said = headerSize === OLD_HEADER ? oldNumbers(start) : numbers(start);
  if (said.packing === WITH_MASKS && start.length < MASKS_AT + 12) return undefined;
  const { width, bits, packing } = said;
  const height = Math.abs(said.height);
  const isTopDown = said.height < 0;
  const isPacked = packing === RUNS || packing === HALF_RUNS;
  const canBe = BITS[packing]?.includes(bits);
  if (!isSide(width) || !isSide(height) || !canBe || (isPacked && isTopDown)) return undefined;
  const offset = start.readUInt32LE(10);
  const rowBytes = Math.ceil((width * bits) / 32) * 4;
  // At least its first row must be there.
  const isThere = offset >= 14 + headerSize && offset + (isPacked ? 2 : rowBytes) <= fileSize;
  if (!isThere) return undefined;
  const palette = paletteOf(start, headerSize, said);
  const masks = masksOf(start, said);
  return { width, height, isTopDown, bits, isPacked, offset, rowBytes, palette, masks };
}

import { open } from 'node:fs/promises';
import { MAX_SIDE } from './picture.ts';

// The first one is that of OS/2, with numbers of half the size.
const HEADER_SIZES = [12, 40, 52, 56, 64, 108, 124];
const OLD_HEADER = 12;
/** The file's own header, and the numbers of the picture behind it. */
const START = 54;
// By how the pixels are packed: as they are, runs of bytes, runs of half bytes, as they are with masks before them.
const BITS: readonly (readonly number[])[] = [[1, 4, 8, 16, 24, 32], [8], [4], [16, 32]];
const RUNS = [1, 2];

const numbersOf = (start: Buffer, headerSize: number) =>
  headerSize === OLD_HEADER
    ? {
        width: start.readUInt16LE(18),
        height: start.readUInt16LE(20),
        bits: start.readUInt16LE(24),
        packing: 0,
      }
    : {
        width: start.readInt32LE(18),
        height: start.readInt32LE(22),
        bits: start.readUInt16LE(28),
        packing: start.readUInt32LE(30),
      };

const isSide = (pixels: number) => pixels >= 1 && pixels <= MAX_SIDE;

/** The size that a BMP's header says; undefined where a number in it is impossible, or its first row is missing. */
function sizeIn(start: Buffer, fileSize: number): { width: number; height: number } | undefined {
  if (start.toString('latin1', 0, 2) !== 'BM') return undefined;
  const headerSize = start.readUInt32LE(14);
  if (!HEADER_SIZES.includes(headerSize)) return undefined;
  const { width, height, bits, packing } = numbersOf(start, headerSize);
  const isPacked = RUNS.includes(packing);
  const canBe = BITS[packing]?.includes(bits) && !(isPacked && height < 0);
  if (!canBe || !isSide(width) || !isSide(Math.abs(height))) return undefined;
  const offset = start.readUInt32LE(10);
  const firstRow = isPacked ? 2 : Math.ceil((width * bits) / 32) * 4;
  if (offset < 14 + headerSize || offset + firstRow > fileSize) return undefined;
  // Rows that come from top to bottom have a height below 0.
  return { width, height: Math.abs(height) };
}

/** Throws when the file is no BMP. sharp cannot read one, so that its header alone is looked at (decision 6). */
export async function sizeOfBmp(path: string): Promise<{ width: number; height: number }> {
  const file = await open(path, 'r');
  try {
    const { size: fileSize } = await file.stat();
    // A missing byte is 0.
    const { buffer } = await file.read(Buffer.alloc(START), 0, START, 0);
    const size = sizeIn(buffer, fileSize);
    if (!size) throw new Error('no BMP');
    return size;
  } finally {
    await file.close();
  }
}

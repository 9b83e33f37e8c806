import type { FileHandle } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
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
  /** The size of an unpacked row, filled up to whole words. */
  rowBytes: number;
  /** Blue, green, red, then what fills an entry up. */
  palette: { bytes: Buffer; entryBytes: number };
  /** The bits of red, green and blue in a pixel of 16 or 32 bits. */
  masks: readonly [red: number, green: number, blue: number];
}

/** The longest useful beginning of a file: everything before its pixels. */
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

/** A row's pixels: red, green, blue. */
type PaintedRow = Buffer;

// So many are read or unpacked before other work of the process has its turn: some milliseconds.
const PIXELS_AT_ONCE = 2 ** 18;
// Runs are read whole, since nobody knows where a row begins.
const MAX_PACKED_BYTES = 32 * 2 ** 20;

/** The rows of a BMP in the order of the file, one after the other in the same place; those it lacks do not come. */
export async function* bmpRows(
  file: FileHandle,
  fileSize: number,
  header: BmpHeader,
): AsyncGenerator<PaintedRow> {
  const row = Buffer.alloc(header.width * 3);
  if (header.isPacked) {
    const paint = painterOf({ ...header, bits: 8 });
    for await (const pixels of unpackedRows(file, fileSize, header)) yield paint(pixels, row);
    return;
  }
  const paint = painterOf(header);
  for await (const pixels of plainRows(file, header)) yield paint(pixels, row);
}

async function* plainRows(file: FileHandle, { width, height, offset, rowBytes }: BmpHeader) {
  const rowsAtOnce = Math.max(1, Math.floor(PIXELS_AT_ONCE / width));
  const block = Buffer.alloc(Math.min(rowsAtOnce, height) * rowBytes);
  for (let y = 0; y < height; y += rowsAtOnce) {
    const { bytesRead } = await file.read(block, 0, block.length, offset + y * rowBytes);
    const rows = Math.min(Math.floor(bytesRead / rowBytes), height - y);
    for (let at = 0; at < rows; at++) yield block.subarray(at * rowBytes, (at + 1) * rowBytes);
    if (bytesRead < block.length) return;
  }
}

async function* unpackedRows(file: FileHandle, fileSize: number, header: BmpHeader) {
  const { width, height, offset } = header;
  const length = Math.min(fileSize - offset, MAX_PACKED_BYTES);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, offset);
  const runs = new BmpRuns(buffer.subarray(0, bytesRead), header);
  const rowsAtOnce = Math.max(1, Math.floor(PIXELS_AT_ONCE / width));
  for (let y = 0; y < height; y++) {
    const row = runs.nextRow();
    if (!row) return;
    yield row;
    if (y % rowsAtOnce === 0) await setImmediate();
  }
}

type Painter = (pixels: Buffer, row: PaintedRow) => PaintedRow;

function painterOf(header: BmpHeader): Painter {
  if (header.bits <= 8) return paletted(header);
  return header.bits === 24 ? blueGreenRed(header) : masked(header);
}

const paletted =
  ({ width, bits, palette: { bytes, entryBytes } }: BmpHeader): Painter =>
  (pixels, row) => {
    const perByte = 8 / bits;
    for (let x = 0; x < width; x++) {
      const shift = 8 - bits * ((x % perByte) + 1);
      const colour = ((pixels[Math.floor(x / perByte)] ?? 0) >> shift) & (2 ** bits - 1);
      for (let part = 0; part < 3; part++) {
        row[x * 3 + part] = bytes[colour * entryBytes + 2 - part] ?? 0;
      }
    }
    return row;
  };

const blueGreenRed =
  ({ width }: BmpHeader): Painter =>
  (pixels, row) => {
    for (let at = 0; at < width * 3; at += 3) {
      row[at] = pixels[at + 2] ?? 0;
      row[at + 1] = pixels[at + 1] ?? 0;
      row[at + 2] = pixels[at] ?? 0;
    }
    return row;
  };

function masked({ width, bits, masks }: BmpHeader): Painter {
  const parts = masks.map((mask) => {
    const shift = mask === 0 ? 0 : 31 - Math.clz32(mask & -mask);
    return { mask, shift, full: Math.max(1, mask >>> shift) };
  });
  return (pixels, row) => {
    for (let x = 0; x < width; x++) {
      const value = bits === 16 ? pixels.readUInt16LE(x * 2) : pixels.readUInt32LE(x * 4);
      parts.forEach(({ mask, shift, full }, part) => {
        row[x * 3 + part] = (((value & mask) >>> shift) * 255) / full;
      });
    }
    return row;
  };
}

// Escape codes after a run length of 0; any other number counts the single pixels that follow.
const [END_OF_ROW, END, JUMP] = [0, 1, 2];

/** The pixels of a packed BMP: runs of one colour, single pixels, ends of rows and jumps. */
class BmpRuns {
  readonly #bytes: Buffer;
  readonly #width: number;
  /** 2 where a colour is half a byte. */
  readonly #perByte: number;
  #at = 0;
  #row: Buffer;
  #x = 0;
  /** Rows that a jump still leads over. */
  #down = 0;

  constructor(bytes: Buffer, { width, bits }: Pick<BmpHeader, 'width' | 'bits'>) {
    this.#bytes = bytes;
    this.#width = width;
    this.#perByte = 8 / bits;
    this.#row = Buffer.alloc(width);
  }

  /** A byte for each pixel; undefined when no more come. */
  nextRow(): Buffer | undefined {
    while (this.#down === 0) {
      if (this.#at + 1 >= this.#bytes.length) return this.#x > 0 ? this.#endRow() : undefined;
      const [count, value] = [this.#next(), this.#next()];
      if (count > 0) this.#run(count, value);
      else if (value === END_OF_ROW) return this.#endRow();
      else if (value === END) this.#at = this.#bytes.length;
      else if (value === JUMP) this.#jump();
      else this.#single(value);
    }
    this.#down--;
    return this.#endRow(this.#x);
  }

  #next(): number {
    return this.#bytes[this.#at++] ?? 0;
  }

  #endRow(nextX = 0): Buffer {
    const row = this.#row;
    this.#row = Buffer.alloc(this.#width);
    this.#x = nextX;
    return row;
  }

  #draw(byte: number, place: number): void {
    if (this.#x >= this.#width) return;
    const half = place % 2 === 0 ? byte >> 4 : byte & 15;
    this.#row[this.#x++] = this.#perByte === 1 ? byte : half;
  }

  #run(count: number, byte: number): void {
    // A run may say more than its row has room for.
    const drawn = Math.min(count, this.#width - this.#x);
    for (let place = 0; place < drawn; place++) this.#draw(byte, place);
  }

  #single(count: number): void {
    for (let place = 0; place < count; place++) {
      this.#draw(this.#bytes[this.#at + Math.floor(place / this.#perByte)] ?? 0, place);
    }
    // Filled up to pairs of bytes.
    this.#at += Math.ceil(count / this.#perByte / 2) * 2;
  }

  #jump(): void {
    this.#x = Math.min(this.#width, this.#x + this.#next());
    this.#down = this.#next();
  }
}

import type { FileHandle } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import type { BmpHeader } from './bmp-header.ts';
import { BmpRuns } from './bmp-runs.ts';

/** A row's pixels: red, green, blue. */
export type PaintedRow = Buffer;

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

import { createReadStream, createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { FileBytes } from '../recordings/file-bytes.ts';

/** A part of a file that stays, up to `to`, or bytes that stand there instead of others. */
type Piece = { from: number; to: number } | Buffer;

/** The parts of a file that stay, in their order. */
export class Parts {
  readonly #size: number;
  readonly #pieces: Piece[] = [];

  constructor(size: number) {
    this.#size = size;
  }

  /** A file that breaks off before is parts to its end. */
  keep(from: number, to: number): void {
    const end = Math.min(to, this.#size);
    if (end <= from) return;
    const last = this.#pieces.at(-1);
    if (last && !Buffer.isBuffer(last) && last.to === from) last.to = end;
    else this.#pieces.push({ from, to: end });
  }

  put(bytes: Buffer): void {
    this.#pieces.push(bytes);
  }

  /** Nothing goes. */
  get isWhole(): boolean {
    const [first, ...others] = this.#pieces;
    if (!first || Buffer.isBuffer(first) || others.length > 0) return false;
    return first.from === 0 && first.to === this.#size;
  }

  async write(path: string, target: string): Promise<void> {
    const pieces = this.#pieces;
    await pipeline(async function* () {
      for (const piece of pieces) {
        if (Buffer.isBuffer(piece)) yield piece;
        else yield* createReadStream(path, { start: piece.from, end: piece.to - 1 });
      }
    }, createWriteStream(target));
  }
}

/** The parts of a picture without its metadata; undefined where they are not understood. */
export type Plan = (bytes: FileBytes) => Promise<Parts | undefined>;

const ORIENTATION = 0x0112;
const ENTRY = 12;
/** The number of the kind that takes four bytes; it should have two. */
const LONG = 4;
const TURNED = [2, 3, 4, 5, 6, 7, 8];

/** Behind this name JPEG keeps what the others keep without it. */
export const EXIF_NAME = Buffer.from('Exif\0\0');

/** Numbers in the order of bytes that the block names first; one that is not there is undefined. */
function readerOf(tiff: Buffer) {
  const isLittle = tiff.toString('latin1', 0, 2) === 'II';
  const read = (at: number, length: 2 | 4) => {
    if (at < 0 || at + length > tiff.length) return undefined;
    return isLittle ? tiff.readUIntLE(at, length) : tiff.readUIntBE(at, length);
  };
  return { short: (at: number) => read(at, 2), long: (at: number) => read(at, 4) };
}

/** How the camera was held, by a block of Exif; undefined where it says nothing, or that it was held upright. */
export function orientationOf(exif: Buffer): number | undefined {
  const isNamed = exif.toString('latin1', 0, 5) === 'Exif\0';
  const tiff = isNamed ? exif.subarray(EXIF_NAME.length) : exif;
  const { short, long } = readerOf(tiff);
  const entries = long(4) ?? 0;
  const count = short(entries) ?? 0;
  for (let index = 0; index < count; index++) {
    const at = entries + 2 + index * ENTRY;
    const tag = short(at);
    if (tag === undefined) return undefined;
    if (tag !== ORIENTATION) continue;
    const kind = short(at + 2);
    const value = kind === LONG ? long(at + 8) : short(at + 8);
    return TURNED.find((turned) => turned === value);
  }
  return undefined;
}

/** A block of Exif that says this alone. */
export function exifOf(orientation: number): Buffer {
  const tiff = Buffer.from(
    'MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\0\0\0\0\0\0\0',
    'latin1',
  );
  tiff.writeUInt16BE(orientation, 18);
  return tiff;
}

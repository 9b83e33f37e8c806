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

import { createReadStream, createWriteStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';

/** The tracks that a container of sound or pictures names. */
export interface Tracks {
  hasSound: boolean;
  hasPicture: boolean;
  /** How long it lasts, in milliseconds; undefined where it cannot be known. */
  durationMs: number | undefined;
}

// The longest page of Ogg twice: what is looked for at an end stands within.
export const WINDOW = 128 * 1024;
// How many looks one file gets. A recording of hours takes fewer; a made-up file gets no more.
const MAX_LOOKS = 250_000;
// A window that is read costs as much as so many looks.
const LOOKS_OF_A_WINDOW = 32;

/** A file that is looked into here and there: no more of it than a window is ever in memory. */
export class FileBytes {
  readonly size: number;
  readonly #handle: FileHandle;
  #window = Buffer.alloc(0);
  #from = 0;
  readonly #maxLooks: number;
  #looks = 0;

  private constructor(handle: FileHandle, size: number, maxLooks: number) {
    this.#handle = handle;
    this.size = size;
    this.#maxLooks = maxLooks;
  }

  static async of<Result>(
    path: string,
    read: (bytes: FileBytes) => Promise<Result>,
    maxLooks = MAX_LOOKS,
  ): Promise<Result> {
    const handle = await open(path, 'r');
    try {
      const { size } = await handle.stat();
      return await read(new FileBytes(handle, size, maxLooks));
    } finally {
      await handle.close();
    }
  }

  /** The limit of looks is reached: the rest of the file is not known. */
  get isSpent(): boolean {
    return this.#looks > this.#maxLooks;
  }

  /** At most `length` bytes from there on; fewer at the end, and none once it has been looked into too often. */
  async upTo(length: number, at: number): Promise<Buffer> {
    this.#looks++;
    const end = Math.min(at + Math.min(length, WINDOW), this.size);
    if (end <= at || this.isSpent) return Buffer.alloc(0);
    if (at < this.#from || end > this.#from + this.#window.length) await this.#load(at);
    return this.#window.subarray(at - this.#from, end - this.#from);
  }

  /** All of them, or undefined where the file ends before. */
  async exactly(length: number, at: number): Promise<Buffer | undefined> {
    const bytes = await this.upTo(length, at);
    return bytes.length === length ? bytes : undefined;
  }

  /** Other work of the process has its turn meanwhile. */
  async #load(at: number): Promise<void> {
    this.#looks += LOOKS_OF_A_WINDOW;
    const { buffer, bytesRead } = await this.#handle.read(Buffer.alloc(WINDOW), 0, WINDOW, at);
    this.#window = buffer.subarray(0, bytesRead);
    this.#from = at;
  }
}

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

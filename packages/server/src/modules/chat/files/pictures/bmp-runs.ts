import type { BmpHeader } from './bmp-header.ts';

// Escape codes after a run length of 0; any other number counts the single pixels that follow.
const [END_OF_ROW, END, JUMP] = [0, 1, 2];

/** The pixels of a packed BMP: runs of one colour, single pixels, ends of rows and jumps. */
export class BmpRuns {
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

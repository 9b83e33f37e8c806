import { writeFile } from 'node:fs/promises';
import sharp, { type Sharp } from 'sharp';
import { THUMBNAIL, thumbnailPathOf } from './picture.ts';

// By one thread, and nothing is kept: memory is that of the picture under way.
sharp.cache(false);
sharp.concurrency(1);

/** Up to this many bytes drawing a picture is no more work than looking at it. */
export const FEW_BYTES = 16 * 2 ** 20;

export const rawPicture = ({ pixels, width, height }: RawPixels): Sharp =>
  sharp(pixels, { raw: { width, height, channels: 3 } });

/** Beside the picture at `path`. A small one is not blown up, save where it is drawn by lines. */
export async function writeThumbnail(
  picture: Sharp,
  path: string,
  withoutEnlargement = true,
): Promise<void> {
  const bytes = await picture
    .resize(THUMBNAIL, THUMBNAIL, { fit: 'inside', withoutEnlargement })
    .webp({ quality: 78 })
    .toBuffer();
  // By Node.js, which tells a full disk from a picture that cannot be drawn.
  await writeFile(thumbnailPathOf(path), bytes);
}

const CHANNELS = 3;

interface RawPixels {
  pixels: Buffer;
  width: number;
  height: number;
}

/** Draws squares of pixels together while their rows come, so that only the small picture is in memory. */
export class Shrinking {
  readonly #wide: number;
  readonly #step: number;
  readonly #width: number;
  readonly #height: number;
  readonly #pixels: Buffer;
  readonly #sums: Float64Array;
  #rows = 0;

  /** The longer side stays at least `enough` long, if it was. */
  constructor(width: number, height: number, enough: number) {
    this.#wide = width;
    this.#step = Math.max(1, Math.floor(Math.max(width, height) / enough));
    this.#width = Math.ceil(width / this.#step);
    this.#height = Math.ceil(height / this.#step);
    this.#pixels = Buffer.alloc(this.#width * this.#height * CHANNELS);
    this.#sums = new Float64Array(this.#width * CHANNELS);
  }

  add(row: Buffer): void {
    const sums = this.#sums;
    for (let at = 0, into = 0; at < row.length; into += CHANNELS) {
      const end = Math.min(at + this.#step * CHANNELS, row.length);
      for (; at < end; at += CHANNELS) {
        for (let part = 0; part < CHANNELS; part++) {
          sums[into + part] = (sums[into + part] ?? 0) + (row[at + part] ?? 0);
        }
      }
    }
    this.#rows++;
    if (this.#rows % this.#step === 0) this.#settle(this.#step);
  }

  end(): RawPixels {
    const left = this.#rows % this.#step;
    if (left > 0) this.#settle(left);
    return { pixels: this.#pixels, width: this.#width, height: this.#height };
  }

  /** Writes the mean of the last rows. */
  #settle(rows: number): void {
    const from = (Math.ceil(this.#rows / this.#step) - 1) * this.#sums.length;
    this.#sums.forEach((sum, at) => {
      const column = Math.floor(at / CHANNELS);
      const columns = Math.min(this.#step, this.#wide - column * this.#step);
      this.#pixels[from + at] = sum / (columns * rows);
    });
    this.#sums.fill(0);
  }
}

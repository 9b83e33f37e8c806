import sharp, { type Metadata } from 'sharp';
import { isDrawable, MOST_PIXELS, MOST_SIDE, type Picture, writeThumbnail } from './picture.ts';

/** Of one that unfolds whole before a row of it is seen. */
const MOST_BYTES = 4 * MOST_PIXELS;
/** Everything that is done with one picture. */
const MOST_SECONDS = 20;
const FIRST_ROWS = 8;

type Strictness = 'none' | 'truncated';

/** Its first rows come without the others. */
const comesByRows = ({ format, isProgressive }: Metadata) =>
  (format === 'jpeg' || format === 'png') && !isProgressive;

// What a GIF has of frames is read in any case; a cut one shows those.
const strictnessOf = (format: string | undefined): Strictness =>
  format === 'gif' ? 'none' : 'truncated';

function canUnfold(metadata: Metadata): boolean {
  if (comesByRows(metadata)) return true;
  const { width, height, channels, depth } = metadata;
  return width * height * channels * (depth === 'ushort' ? 2 : 1) <= MOST_BYTES;
}

class Photo {
  readonly #path: string;
  readonly #until = Date.now() + MOST_SECONDS * 1000;

  constructor(path: string) {
    this.#path = path;
  }

  #read(failOn: Strictness, limitInputPixels: number | false) {
    const seconds = Math.max(1, Math.ceil((this.#until - Date.now()) / 1000));
    const options = { failOn, limitInputPixels, sequentialRead: true };
    return sharp(this.#path, options).timeout({ seconds });
  }

  metadata(): Promise<Metadata> {
    return this.#read('none', false).metadata();
  }

  /** Throws when not even they can be decoded. */
  async decodeFirstRows({ format, width, height }: Metadata): Promise<void> {
    await this.#read(strictnessOf(format), false)
      .extract({ left: 0, top: 0, width, height: Math.min(height, FIRST_ROWS) })
      .raw()
      .toBuffer();
  }

  thumbnail(failOn: Strictness): Promise<string> {
    return writeThumbnail(this.#read(failOn, MOST_PIXELS).autoOrient(), this.#path);
  }
}

async function thumbnailOf(photo: Photo, metadata: Metadata): Promise<string | null> {
  if (!isDrawable(metadata) || !canUnfold(metadata)) {
    // The others would unfold whole for it, beyond measure.
    if (comesByRows(metadata)) await photo.decodeFirstRows(metadata);
    return null;
  }
  try {
    return await photo.thumbnail('truncated');
  } catch {
    await photo.decodeFirstRows(metadata);
    // It breaks off, and is small as far as it goes; what takes too long stays without.
    return photo.thumbnail('none').catch(() => null);
  }
}

/** What sharp reads; throws when that cannot be decoded, at least its header and its first rows. */
export async function readPhoto(path: string): Promise<Picture> {
  const photo = new Photo(path);
  const metadata = await photo.metadata();
  if (Math.max(metadata.width, metadata.height) > MOST_SIDE) throw new Error('sides too long');
  const thumbnailPath = await thumbnailOf(photo, metadata);
  const { width, height } = metadata.autoOrient;
  return { width, height, thumbnailPath };
}

import sharp, { type Metadata } from 'sharp';
import { FEW_BYTES, writeThumbnail } from './draw.ts';
import { MAX_PIXELS, MAX_SIDE, type PictureAnswer } from './picture.ts';

/** Of a JPEG that is drawn at an eighth while it is read; the largest cameras stay below. */
const MAX_PIXELS_SHRUNK = 250_000_000;
/** Limits the time for a picture that is read row by row. */
const MAX_BYTES = 4 * MAX_PIXELS;
/** Of one that unfolds whole before a row of it is seen: half as much again is taken on the way, and a look beside it. */
const MAX_BYTES_WHOLE = 48 * 2 ** 20;
const FIRST_ROWS = 8;

type Strictness = 'none' | 'truncated';

/** Its first rows come without the others. */
const comesByRows = ({ format, isProgressive }: Metadata) =>
  (format === 'jpeg' || format === 'png') && !isProgressive;

// All complete frames of a GIF are read; one that breaks off shows those.
const strictnessOf = (format: string | undefined): Strictness =>
  format === 'gif' ? 'none' : 'truncated';

/** Of a progressive JPEG all coefficients are held, of two bytes each; its colours may have half as many. */
const bytesOfCoefficients = (pixels: number, { channels, chromaSubsampling }: Metadata) =>
  pixels * 2 * (chromaSubsampling === '4:2:0' ? channels / 2 : channels);

/** Bytes of the decoded pixels. */
function unfoldedBytes(metadata: Metadata): number {
  const { format, isProgressive, width, height, channels, depth } = metadata;
  const pixels = width * height;
  if (format === 'jpeg' && isProgressive) return bytesOfCoefficients(pixels, metadata);
  return pixels * channels * (depth === 'ushort' ? 2 : 1);
}

function canBeDrawn(metadata: Metadata): boolean {
  const pixels = metadata.width * metadata.height;
  if (metadata.format === 'jpeg' && !metadata.isProgressive) return pixels <= MAX_PIXELS_SHRUNK;
  return (
    pixels <= MAX_PIXELS &&
    unfoldedBytes(metadata) <= (comesByRows(metadata) ? MAX_BYTES : MAX_BYTES_WHOLE)
  );
}

class Photo {
  readonly #path: string;

  constructor(path: string) {
    this.#path = path;
  }

  /** How many pixels it may have, `canBeDrawn` says. */
  #read(failOn: Strictness) {
    return sharp(this.#path, { failOn, limitInputPixels: false, sequentialRead: true });
  }

  metadata(): Promise<Metadata> {
    return this.#read('none').metadata();
  }

  /** Throws when not even they can be decoded. */
  async decodeFirstRows({ format, width, height }: Metadata): Promise<void> {
    await this.#read(strictnessOf(format))
      .extract({ left: 0, top: 0, width, height: Math.min(height, FIRST_ROWS) })
      .raw()
      .toBuffer();
  }

  thumbnail(failOn: Strictness): Promise<void> {
    return writeThumbnail(this.#read(failOn).autoOrient(), this.#path);
  }
}

async function shrink(photo: Photo, metadata: Metadata): Promise<void> {
  try {
    await photo.thumbnail('truncated');
  } catch {
    await photo.decodeFirstRows(metadata);
    // It breaks off, and is small as far as it goes.
    await photo.thumbnail('none');
  }
}

const sizeOf = ({ autoOrient: { width, height } }: Metadata) => ({ width, height });

/** Looks at a picture that sharp can read; throws when its header or its first rows cannot be decoded. */
export async function lookAtPhoto(path: string): Promise<PictureAnswer> {
  const photo = new Photo(path);
  const metadata = await photo.metadata();
  if (Math.max(metadata.width, metadata.height) > MAX_SIDE) throw new Error('sides too long');
  if (!canBeDrawn(metadata)) {
    // The others would unfold whole for it, beyond measure.
    if (comesByRows(metadata)) await photo.decodeFirstRows(metadata);
    return { picture: { ...sizeOf(metadata), thumbnail: 'none' } };
  }
  if (unfoldedBytes(metadata) <= FEW_BYTES) {
    await shrink(photo, metadata);
    return { picture: { ...sizeOf(metadata), thumbnail: 'made' } };
  }
  if (!comesByRows(metadata)) return { isFolded: true };
  await photo.decodeFirstRows(metadata);
  return { picture: { ...sizeOf(metadata), thumbnail: 'later' } };
}

/** The same, of one that shows nothing before it is drawn. */
export async function unfoldPhoto(path: string): Promise<PictureAnswer> {
  const photo = new Photo(path);
  const metadata = await photo.metadata();
  await shrink(photo, metadata);
  return { picture: { ...sizeOf(metadata), thumbnail: 'made' } };
}

/** Throws when it cannot be. */
export async function shrinkPhoto(path: string): Promise<void> {
  const photo = new Photo(path);
  const metadata = await photo.metadata();
  if (!canBeDrawn(metadata)) throw new Error('too large');
  await shrink(photo, metadata);
}

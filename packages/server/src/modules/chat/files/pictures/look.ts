import { open, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { examineRecording } from '@chat/media/recordings';
import { removePlace, writeBare } from '@chat/media/remove-metadata';
import sharp, { type Metadata, type Sharp } from 'sharp';
import { BMP, isRaster, SVG } from '../../../../shared/media-types.ts';
import {
  MAX_PIXELS,
  MAX_SIDE,
  mediaTypeOf,
  type PictureAnswer,
  THUMBNAIL,
  thumbnailPathOf,
} from './picture.ts';

/*
 * For the process of pictures: a photo is looked at and made small, a drawing is drawn, a BMP and a recording are
 * measured.
 */

// By one thread, and nothing is kept: memory is that of the picture under way.
sharp.cache(false);
sharp.concurrency(1);

/** Whatever somebody sends: its kind, and what its bytes tell of a picture or a recording. */
export async function lookAt(path: string, isBared = false): Promise<PictureAnswer> {
  const mediaType = await mediaTypeOf(path);
  // Its size is that of the place where it is shown.
  if (mediaType === SVG) {
    return { mediaType, picture: { width: null, height: null, thumbnail: 'later' } };
  }
  if (!isRaster(mediaType)) {
    if (isBared) await removePlace(path, mediaType);
    return examineRecording(path, mediaType);
  }
  const bared = isBared ? await lookAtBared(path, mediaType) : undefined;
  const seen = bared ?? (await lookAtRaster(path, mediaType));
  return { mediaType, ...seen };
}

async function lookAtRaster(path: string, mediaType: string): Promise<PictureAnswer> {
  if (mediaType !== BMP) return lookAtPhoto(path);
  return { picture: { ...(await sizeOfBmp(path)), thumbnail: 'none' } };
}

/** The picture without its metadata takes its place once it was seen; undefined where it stays as it is. */
async function lookAtBared(path: string, mediaType: string): Promise<PictureAnswer | undefined> {
  const bare = await writeBare(path, mediaType);
  if (bare === undefined) return undefined;
  const seen = await lookAtRaster(bare, mediaType).catch((error) => {
    if (isFault(error)) throw error;
  });
  if (!seen) return undefined;
  if (seen.picture?.thumbnail === 'made') {
    await rename(thumbnailPathOf(bare), thumbnailPathOf(path));
  }
  await rename(bare, path);
  return seen;
}

/** An error of the machine, not of the file. */
export const isFault = (error: NodeJS.ErrnoException): boolean => error.syscall !== undefined;

/** Draws the thumbnail beside the picture; throws when none can be made. */
export async function shrinkAny(path: string): Promise<void> {
  const mediaType = await mediaTypeOf(path);
  if (mediaType === SVG) return shrinkVector(path);
  await shrinkPhoto(path);
}

/** Beside the picture at `path`. A small one is not blown up, save where it is drawn by lines. */
async function writeThumbnail(
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

/** Up to this many bytes drawing a picture is no more work than looking at it. */
const FEW_BYTES = 16 * 2 ** 20;

/** The limit for a JPEG, which is drawn at an eighth while it is read; the largest cameras stay below. */
const MAX_PIXELS_SHRUNK = 250_000_000;
/** Limits the time for a picture that is read row by row. */
const MAX_BYTES = 4 * MAX_PIXELS;
/** The limit for a picture that unfolds whole before its first row: unfolding takes half as much again on the way. */
const MAX_BYTES_WHOLE = 48 * 2 ** 20;
const FIRST_ROWS = 8;

type Strictness = 'none' | 'truncated';

/** Its first rows come without the others. */
const comesByRows = ({ format, isProgressive }: Metadata) =>
  (format === 'jpeg' || format === 'png') && !isProgressive;

// All complete frames of a GIF are read; one that breaks off shows those.
const strictnessOf = (format: string | undefined): Strictness =>
  format === 'gif' ? 'none' : 'truncated';

/** A progressive JPEG keeps all coefficients in memory, two bytes each; its colours may have half as many. */
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
    // The picture breaks off, and its beginning is small.
    await photo.thumbnail('none');
  }
}

const sizeOf = ({ autoOrient: { width, height } }: Metadata) => ({ width, height });

/** Looks at a picture that sharp can read; throws when its header or its first rows cannot be decoded. */
async function lookAtPhoto(path: string): Promise<PictureAnswer> {
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

/** Looks at a picture that shows nothing before it is drawn: makes its thumbnail now, or throws. */
export async function unfoldPhoto(path: string): Promise<PictureAnswer> {
  const photo = new Photo(path);
  const metadata = await photo.metadata();
  await shrink(photo, metadata);
  return { picture: { ...sizeOf(metadata), thumbnail: 'made' } };
}

/** Throws when it cannot be. */
async function shrinkPhoto(path: string): Promise<void> {
  const photo = new Photo(path);
  const metadata = await photo.metadata();
  if (!canBeDrawn(metadata)) throw new Error('too large');
  await shrink(photo, metadata);
}

/** The limit for the file of a drawing: its elements take many times as much memory. */
const MAX_VECTOR_BYTES = 10 * 2 ** 20;

/**
 * Draws an SVG; throws when it cannot be drawn. The drawing is handed over as bytes without an address:
 * librsvg then follows no reference but those into the drawing itself, or to bytes that stand in it (rules/files 23).
 */
async function shrinkVector(path: string): Promise<void> {
  if ((await stat(path)).size > MAX_VECTOR_BYTES) throw new Error('too large');
  const drawing = sharp(await readFile(path), { limitInputPixels: false });
  await writeThumbnail(drawing, path, false);
}

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
async function sizeOfBmp(path: string): Promise<{ width: number; height: number }> {
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

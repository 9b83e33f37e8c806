import { dirname, join } from 'node:path';
import sharp from 'sharp';
import { BMP, isPhoto, readStart } from './media-type.ts';

/** Of a thumbnail's longer side, in pixels (contract §2). */
const THUMBNAIL = 480;
// A picture of few bytes can unfold into gigabytes; the largest cameras stay below.
const MOST_PIXELS = 50_000_000;
const MOST_SECONDS = 20;

// One picture at a time, by one thread: the memory of many uploads is that of one.
sharp.cache(false);
sharp.concurrency(1);
let turn: Promise<unknown> = Promise.resolve();
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const done = turn.then(work);
  turn = done.catch(() => undefined);
  return done;
}

export interface Picture {
  /** Pixels as it is shown, its camera's turn considered. */
  width: number | null;
  height: number | null;
  /** Where its small variant lies, beside it. */
  thumbnailPath: string | null;
}

const unknown: Picture = { width: null, height: null, thumbnailPath: null };

async function readBmp(path: string): Promise<Picture> {
  const header = await readStart(path, 26);
  const isOld = header.length < 26 || header.readUInt32LE(14) < 40;
  if (isOld) return unknown;
  return {
    width: header.readInt32LE(18),
    // Below zero where the rows come from top to bottom.
    height: Math.abs(header.readInt32LE(22)),
    thumbnailPath: null,
  };
}

async function makeThumbnail(path: string): Promise<string | null> {
  const thumbnailPath = join(dirname(path), 'thumbnail');
  await sharp(path, { limitInputPixels: MOST_PIXELS })
    .autoOrient()
    .resize(THUMBNAIL, THUMBNAIL, { fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 78 })
    .timeout({ seconds: MOST_SECONDS })
    .toFile(thumbnailPath);
  return thumbnailPath;
}

async function readPhoto(path: string): Promise<Picture> {
  const { autoOrient } = await sharp(path, { limitInputPixels: false }).metadata();
  const { width, height } = autoOrient;
  // A picture that is too large or breaks off is still shown as it came.
  const thumbnailPath = await makeThumbnail(path).catch(() => null);
  return { width, height, thumbnailPath };
}

/** What is known of an image, and its thumbnail; nothing, for what is none or cannot be read. An SVG is never drawn here. */
export async function pictureOf(path: string, mediaType: string): Promise<Picture> {
  if (mediaType === BMP) return readBmp(path);
  if (!isPhoto(mediaType)) return unknown;
  return inTurn(() => readPhoto(path)).catch(() => unknown);
}

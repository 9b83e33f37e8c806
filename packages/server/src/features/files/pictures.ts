import sharp from 'sharp';
import { readBmp } from './bmp.ts';
import { BMP, isRaster, mediaTypeOf, SVG, UNKNOWN } from './media-type.ts';
import { readPhoto } from './photo.ts';
import type { Picture } from './picture.ts';

// One picture at a time, by one thread: the memory of many uploads is that of one.
sharp.cache(false);
sharp.concurrency(1);
let turn: Promise<unknown> = Promise.resolve();
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const done = turn.then(work);
  turn = done.catch(() => undefined);
  return done;
}

const undrawn: Picture = { width: null, height: null, thumbnailPath: null };

async function decode(path: string, mediaType: string): Promise<Picture | undefined> {
  // Never drawn here: it may hold anything.
  if (mediaType === SVG) return undrawn;
  if (!isRaster(mediaType)) return undefined;
  const read = mediaType === BMP ? readBmp : readPhoto;
  return inTurn(() => read(path)).catch(() => undefined);
}

export interface Examined {
  mediaType: string;
  /** Undefined when the file is no image. */
  picture: Picture | undefined;
}

/** What a file is by its bytes; what only begins like an image is of no known kind. */
export async function examine(path: string): Promise<Examined> {
  const claimed = await mediaTypeOf(path);
  const picture = await decode(path, claimed);
  return { mediaType: isRaster(claimed) && !picture ? UNKNOWN : claimed, picture };
}

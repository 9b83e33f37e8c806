import { dirname, join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import type { RawPixels } from './shrinking.ts';

/** Of a thumbnail's longer side, in pixels (contract §2). */
const THUMBNAIL = 480;
// A picture of few bytes can unfold into gigabytes; the largest cameras stay below.
export const MOST_PIXELS = 50_000_000;
/** No browser shows a longer side, and a row of one may take gigabytes. */
export const MOST_SIDE = 100_000;

export interface Picture {
  /** Pixels as it is shown, its camera's turn considered. */
  width: number | null;
  height: number | null;
  /** Where its small variant lies, beside it; null when none can be made. */
  thumbnailPath: string | null;
}

interface Sides {
  width: number;
  height: number;
}

export const isDrawable = ({ width, height }: Sides): boolean => width * height <= MOST_PIXELS;

export const rawPicture = ({ pixels, width, height }: RawPixels): Sharp =>
  sharp(pixels, { raw: { width, height, channels: 3 } });

/** Beside the picture at `path`; gives where. */
export async function writeThumbnail(picture: Sharp, path: string): Promise<string> {
  const thumbnailPath = join(dirname(path), 'thumbnail');
  await picture
    .resize(THUMBNAIL, THUMBNAIL, { fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 78 })
    .toFile(thumbnailPath);
  return thumbnailPath;
}

import { writeFile } from 'node:fs/promises';
import sharp, { type Sharp } from 'sharp';
import { THUMBNAIL, thumbnailPathOf } from './picture.ts';
import type { RawPixels } from './shrinking.ts';

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

import { examineRecording } from '../recordings/recordings.ts';
import { lookAtBmp, shrinkBmp } from './bmp.ts';
import { BMP, isRaster, mediaTypeOf, SVG } from './media-type.ts';
import { lookAtPhoto, shrinkPhoto } from './photo.ts';
import type { PictureAnswer } from './picture.ts';
import { shrinkVector } from './vector.ts';

/** Whatever somebody sends: its kind, and what its bytes tell of a picture or a recording. */
export async function lookAt(path: string): Promise<PictureAnswer> {
  const mediaType = await mediaTypeOf(path);
  // Its size is that of the place where it is shown.
  if (mediaType === SVG) {
    return { mediaType, picture: { width: null, height: null, thumbnail: 'later' } };
  }
  if (!isRaster(mediaType)) return examineRecording(path, mediaType);
  const seen = await (mediaType === BMP ? lookAtBmp : lookAtPhoto)(path);
  return { mediaType, ...seen };
}

/** Draws the thumbnail beside the picture; throws when none can be made. */
export async function shrinkAny(path: string): Promise<void> {
  const mediaType = await mediaTypeOf(path);
  if (mediaType === SVG) return shrinkVector(path);
  await (mediaType === BMP ? shrinkBmp : shrinkPhoto)(path);
}

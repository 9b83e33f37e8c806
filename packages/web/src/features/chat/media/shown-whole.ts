import type { Message } from '@chat/contract/messages';

/** As the page unfolds it: 256 MiB. */
const MAX_PIXELS = 2 ** 26;
/** Where each of thousands of frames is unfolded again. */
const MAX_PIXELS_MOVING = 2 ** 24;
const MAY_MOVE = ['image/gif', 'image/apng', 'image/webp'];
const STILL = ['image/jpeg', 'image/png', 'image/bmp'];

/** A drawing of few bytes can hold up every page that draws it: what is on this computer is told by its name. */
export const isVector = (name: string): boolean => /\.svg$/i.test(name);

/** Whether a page may show the image itself, not only its small variant (rules/files 24). */
export function canShowWhole(
  image: Pick<Message, 'mimeType' | 'mediaWidth' | 'mediaHeight'>,
): boolean {
  const { mimeType, mediaWidth, mediaHeight } = image;
  if (!mimeType || !mediaWidth || !mediaHeight) return false;
  if (MAY_MOVE.includes(mimeType)) return mediaWidth * mediaHeight <= MAX_PIXELS_MOVING;
  return STILL.includes(mimeType) && mediaWidth * mediaHeight <= MAX_PIXELS;
}

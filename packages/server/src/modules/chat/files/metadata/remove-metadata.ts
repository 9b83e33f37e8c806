import { FileBytes } from '../recordings/file-bytes.ts';
import { planJpeg } from './jpeg.ts';
import { removePlaces } from './movie.ts';
import type { Plan } from './pieces.ts';
import { planGif, planPng, planWebp } from './rasters.ts';

const plans: Record<string, Plan> = {
  'image/jpeg': planJpeg,
  'image/png': planPng,
  'image/apng': planPng,
  'image/webp': planWebp,
  'image/gif': planGif,
};

// All of these consist of the boxes of MP4.
const MOVIE = /^(?:video|audio)\/(?:mp4|quicktime|x-m4v|x-m4a|3gpp2?)(?:;|$)/;

// Enough for a GIF of 25 MB; the picture is looked at in the same time.
const MAX_LOOKS = 125_000;

const barePathOf = (path: string): string => `${path}.bare`;

/**
 * Writes a picture beside itself, without what tells of place, camera or people; nothing is encoded anew. Undefined
 * where nothing has to go, or its parts are not understood.
 */
export async function writeBare(path: string, mediaType: string): Promise<string | undefined> {
  const plan = plans[mediaType];
  if (!plan) return undefined;
  const parts = await FileBytes.of(
    path,
    async (bytes) => {
      const planned = await plan(bytes);
      return bytes.isSpent ? undefined : planned;
    },
    MAX_LOOKS,
  );
  if (!parts || parts.isWhole) return undefined;
  const target = barePathOf(path);
  await parts.write(path, target);
  return target;
}

/** A film loses its place, in its file. */
export async function removePlace(path: string, mediaType: string): Promise<void> {
  if (MOVIE.test(mediaType)) await removePlaces(path);
}

import { createTurns } from '../../../../security/turns.ts';
import { isRaster, mediaTypeOf, SVG, UNKNOWN } from './media-type.ts';
import type { Picture, PictureAnswer, PictureJob } from './picture.ts';
import { createPictureProcess } from './picture-process.ts';

export interface Examined {
  mediaType: string;
  /** Undefined when the file is no image. */
  picture: Picture | undefined;
}

/**
 * Decodes pictures apart from the server: one large one at a time, and beside it one that is soon done. The people who send
 * them take turns.
 */
export interface Pictures {
  /** What a file is by its bytes; what only begins like an image is of no known kind. */
  examine(senderId: number, path: string): Promise<Examined>;
  /** Draws the thumbnail beside the picture; false when none can be made. */
  shrink(senderId: number, path: string): Promise<boolean>;
  close(): void;
}

const LIMITS = { atOnce: 1, maxPerKey: 50, maxTotal: 2_000 };
const undrawn: Picture = { width: null, height: null, thumbnail: 'none' };

export function createPictures(): Pictures {
  const lines = { look: createTurns(LIMITS), long: createTurns(LIMITS) };
  const process = createPictureProcess();
  const ask = (senderId: number, job: PictureJob): Promise<PictureAnswer> => {
    const line = job.kind === 'look' ? lines.look : lines.long;
    return line.run({ key: String(senderId) }, () => process.ask(job));
  };

  return {
    async examine(senderId, path) {
      const claimed = await mediaTypeOf(path);
      // Never drawn here: it may hold anything.
      if (claimed === SVG) return { mediaType: SVG, picture: undrawn };
      if (!isRaster(claimed)) return { mediaType: claimed, picture: undefined };
      const { isFolded, ...seen } = await ask(senderId, { kind: 'look', path });
      const { picture } = isFolded ? await ask(senderId, { kind: 'unfold', path }) : seen;
      return { mediaType: picture ? claimed : UNKNOWN, picture };
    },
    async shrink(senderId, path) {
      const { isShrunk = false } = await ask(senderId, { kind: 'shrink', path });
      return isShrunk;
    },
    close: () => process.close(),
  };
}

import { createTurns } from '../../security/turns.ts';
import { isRaster, mediaTypeOf, SVG, UNKNOWN } from './media-type.ts';
import type { Picture } from './picture.ts';
import { createPictureProcess } from './picture-process.ts';

export interface Examined {
  mediaType: string;
  /** Undefined when the file is no image. */
  picture: Picture | undefined;
}

/** Decodes pictures apart from the server, one at a time; the people who send them take turns. */
export interface Pictures {
  /** What a file is by its bytes; what only begins like an image is of no known kind. */
  examine(senderId: number, path: string): Promise<Examined>;
  /** Draws the thumbnail beside the picture; false when none can be made. */
  shrink(senderId: number, path: string): Promise<boolean>;
  close(): void;
}

const LIMITS = { atOnce: 1, mostForKey: 50, mostInAll: 2_000 };
const undrawn: Picture = { width: null, height: null, thumbnail: 'none' };

export function createPictures(): Pictures {
  const line = createTurns(LIMITS);
  const process = createPictureProcess();
  const inTurn = <T>(senderId: number, work: () => Promise<T>) =>
    line.run({ key: String(senderId), isFirst: false }, work);

  return {
    async examine(senderId, path) {
      const claimed = await mediaTypeOf(path);
      // Never drawn here: it may hold anything.
      if (claimed === SVG) return { mediaType: SVG, picture: undrawn };
      if (!isRaster(claimed)) return { mediaType: claimed, picture: undefined };
      const { picture } = await inTurn(senderId, () => process.ask({ kind: 'look', path }));
      return { mediaType: picture ? claimed : UNKNOWN, picture };
    },
    async shrink(senderId, path) {
      const { isShrunk = false } = await inTurn(senderId, () =>
        process.ask({ kind: 'shrink', path }),
      );
      return isShrunk;
    },
    close: () => process.close(),
  };
}

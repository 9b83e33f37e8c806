import { createTurns } from '../../../../security/turns.ts';
import type { Picture, Pictures } from '../../context.ts';
import { isRaster, mediaTypeOf, SVG, UNKNOWN } from './media-type.ts';
import type { PictureAnswer, PictureJob } from './picture.ts';
import { PictureProcess } from './picture-process.ts';

const LIMITS = { atOnce: 1, maxPerKey: 50, maxTotal: 2_000 };
const undrawn: Picture = { width: null, height: null, thumbnail: 'none' };

export function createPictures(): Pictures {
  const turns = { look: createTurns(LIMITS), long: createTurns(LIMITS) };
  const process = new PictureProcess();
  const ask = (senderId: number, job: PictureJob): Promise<PictureAnswer> => {
    const line = job.kind === 'look' ? turns.look : turns.long;
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

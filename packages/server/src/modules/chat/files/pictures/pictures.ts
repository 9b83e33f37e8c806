import { createTurns, sumOf } from '../../../../security/turns.ts';
import type { Pictures } from '../../context.ts';
import { isImage, UNKNOWN } from './media-type.ts';
import type { PictureAnswer, PictureJob } from './picture.ts';
import { PictureProcess } from './picture-process.ts';

const LIMITS = { atOnce: 1, maxPerKey: 50, maxTotal: 2_000 };

export function createPictures(): Pictures {
  const turns = { look: createTurns(LIMITS), long: createTurns(LIMITS) };
  const process = new PictureProcess();
  const ask = (senderId: number, job: PictureJob): Promise<PictureAnswer> => {
    const line = job.kind === 'look' ? turns.look : turns.long;
    return line.run({ key: String(senderId) }, () => process.ask(job));
  };

  return {
    async examine(senderId, path) {
      const seen = await ask(senderId, { kind: 'look', path });
      const { mediaType = UNKNOWN, durationMs = null } = seen;
      const { picture } = seen.isFolded ? await ask(senderId, { kind: 'unfold', path }) : seen;
      const isNone = isImage(mediaType) && !picture;
      return { mediaType: isNone ? UNKNOWN : mediaType, picture, durationMs };
    },
    async shrink(senderId, path) {
      const { isShrunk = false } = await ask(senderId, { kind: 'shrink', path });
      return isShrunk;
    },
    load: () => sumOf([turns.look.load(), turns.long.load()]),
    close: () => process.close(),
  };
}

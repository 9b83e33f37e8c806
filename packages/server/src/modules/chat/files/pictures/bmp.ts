import { type FileHandle, open } from 'node:fs/promises';
import { BMP_START, type BmpHeader, readBmpHeader } from './bmp-header.ts';
import { bmpRows } from './bmp-rows.ts';
import { FEW_BYTES, rawPicture, writeThumbnail } from './draw.ts';
import { MAX_PIXELS, type PictureAnswer } from './picture.ts';
import { Shrinking } from './shrinking.ts';

/** Small enough to be handed on whole, and still of twice the thumbnail's size. */
const ENOUGH = 960;

interface Bmp {
  file: FileHandle;
  size: number;
  header: BmpHeader;
}

/** sharp cannot read it; throws when it is none. */
async function withBmp<T>(path: string, work: (bmp: Bmp) => Promise<T>): Promise<T> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    const start = await file.read(Buffer.alloc(BMP_START), 0, BMP_START, 0);
    const header = readBmpHeader(start.buffer.subarray(0, start.bytesRead), size);
    if (!header) throw new Error('no BMP');
    return await work({ file, size, header });
  } finally {
    await file.close();
  }
}

/** Its rows are drawn together as they are read: of a large one, only the small one is ever in memory. */
async function shrink({ file, size, header }: Bmp, path: string): Promise<void> {
  const { width, height, isTopDown } = header;
  const shrinking = new Shrinking(width, height, ENOUGH);
  for await (const row of bmpRows(file, size, header)) shrinking.add(row);
  const small = rawPicture(shrinking.end());
  await writeThumbnail(isTopDown ? small : small.flip(), path);
}

export const lookAtBmp = (path: string): Promise<PictureAnswer> =>
  withBmp(path, async (bmp) => {
    const { width, height } = bmp.header;
    if (width * height > MAX_PIXELS) return { picture: { width, height, thumbnail: 'none' } };
    if (width * height * 3 > FEW_BYTES) return { picture: { width, height, thumbnail: 'later' } };
    await shrink(bmp, path);
    return { picture: { width, height, thumbnail: 'made' } };
  });

export const shrinkBmp = (path: string): Promise<void> => withBmp(path, (bmp) => shrink(bmp, path));

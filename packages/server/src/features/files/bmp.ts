import { type FileHandle, open } from 'node:fs/promises';
import type { Sharp } from 'sharp';
import { BMP_START, type BmpHeader, readBmpHeader } from './bmp-header.ts';
import { bmpRows } from './bmp-rows.ts';
import { isDrawable, type Picture, rawPicture, writeThumbnail } from './picture.ts';
import { Shrinking } from './shrinking.ts';

/** Small enough to be handed on whole, and still of twice the thumbnail's size. */
const ENOUGH = 960;

/** Its rows are drawn together as they are read: of a large one, only the small one is ever in memory. */
async function shrunken(file: FileHandle, fileSize: number, header: BmpHeader): Promise<Sharp> {
  const { width, height, isTopDown } = header;
  const shrinking = new Shrinking(width, height, ENOUGH);
  for await (const row of bmpRows(file, fileSize, header)) shrinking.add(row);
  const small = rawPicture(shrinking.end());
  return isTopDown ? small : small.flip();
}

/** A BMP, which sharp cannot read; undefined when it is none. */
export async function readBmp(path: string): Promise<Picture | undefined> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    const start = await file.read(Buffer.alloc(BMP_START), 0, BMP_START, 0);
    const header = readBmpHeader(start.buffer.subarray(0, start.bytesRead), size);
    if (!header) return undefined;
    const { width, height } = header;
    if (!isDrawable(header)) return { width, height, thumbnailPath: null };
    const small = await shrunken(file, size, header);
    return { width, height, thumbnailPath: await writeThumbnail(small, path) };
  } finally {
    await file.close();
  }
}

import { readFile, stat } from 'node:fs/promises';
import sharp from 'sharp';
import { writeThumbnail } from './draw.ts';

/** Of the file: its elements take many times as much. */
const MAX_BYTES = 10 * 2 ** 20;

/**
 * Draws an SVG; throws when it cannot be drawn. It is handed over as bytes without an address: to librsvg every
 * reference but one into the drawing itself, or to bytes that stand in it, then leads nowhere (rules/files 23).
 */
export async function shrinkVector(path: string): Promise<void> {
  if ((await stat(path)).size > MAX_BYTES) throw new Error('too large');
  const drawing = sharp(await readFile(path), { limitInputPixels: false });
  await writeThumbnail(drawing, path, false);
}

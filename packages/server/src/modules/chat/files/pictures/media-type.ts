import { open } from 'node:fs/promises';
import { fileTypeFromBuffer } from 'file-type';

// Magic bytes stand at the start, so that no file is read whole to find its kind.
const PREFIX = 64 * 1024;
export const UNKNOWN = 'application/octet-stream';
export const SVG = 'image/svg+xml';
export const BMP = 'image/bmp';

// With SVG, the kinds an IMAGE may be (rules/files 1).
const RASTER_TYPES = ['image/jpeg', 'image/png', 'image/apng', 'image/gif', 'image/webp', BMP];

export const isRaster = (mediaType: string): boolean => RASTER_TYPES.includes(mediaType);
export const isImage = (mediaType: string): boolean => isRaster(mediaType) || mediaType === SVG;
const isVideo = (mediaType: string): boolean => mediaType.startsWith('video/');
export const isSound = (mediaType: string): boolean => mediaType.startsWith('audio/');
/** Browsers may show it in place: nothing in it can run (rules/files 12). */
export const isInline = (mediaType: string): boolean =>
  isRaster(mediaType) || isVideo(mediaType) || isSound(mediaType);

// Prolog, comments and doctype, which may stand before the root of an XML document.
const BEFORE_ROOT = [
  ['<?', '?>'],
  ['<!--', '-->'],
  ['<!DOCTYPE SVG', '>'],
] as const;

function endOf(text: string, opening: string, closing: string): number {
  if (!text.slice(0, opening.length).toUpperCase().startsWith(opening)) return 0;
  // A document type may hold declarations of its own.
  const inner = closing === '>' && /^[^>[]*\[/.test(text) ? ']' : '';
  const from = inner ? text.indexOf(inner) : 0;
  const end = from < 0 ? -1 : text.indexOf(closing, from);
  return end < 0 ? text.length : end + closing.length;
}

/** It is text whose first element is an `svg`. */
function hasSvgRoot(prefix: Buffer): boolean {
  let text = prefix
    .toString('utf8')
    .replace(/^\ufeff/, '')
    .trimStart();
  for (;;) {
    const skipped = BEFORE_ROOT.map(([opening, closing]) => endOf(text, opening, closing)).find(
      Boolean,
    );
    if (!skipped) return /^<(?:\w+:)?svg[\s/>]/.test(text);
    text = text.slice(skipped).trimStart();
  }
}

async function readStart(path: string, length: number): Promise<Buffer> {
  const handle = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

/** A file's kind by its first bytes, whatever its sender says. */
export async function mediaTypeOf(path: string): Promise<string> {
  const prefix = await readStart(path, PREFIX);
  if (hasSvgRoot(prefix)) return SVG;
  const kind = await fileTypeFromBuffer(prefix).catch(() => undefined);
  return kind?.mime ?? UNKNOWN;
}

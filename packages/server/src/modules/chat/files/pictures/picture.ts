import { open } from 'node:fs/promises';
import { fileTypeFromBuffer } from 'file-type';
import { SVG, UNKNOWN } from '../../../../shared/media-types.ts';
import type { Picture } from '../../context.ts';

/** The longer side of a thumbnail, in pixels (rules/files 7). */
export const THUMBNAIL = 480;
// A picture of few bytes can unfold into gigabytes.
export const MAX_PIXELS = 50_000_000;
/** No browser shows a longer side, and a row of one may take gigabytes. */
export const MAX_SIDE = 100_000;

/** Beside the picture at `path`. */
export const thumbnailPathOf = (path: string): string => `${path}.thumbnail`;

/**
 * `look` finds what a file is, and is soon done. `unfold` decodes a whole picture, where nothing less shows that it
 * decodes. `shrink` makes the thumbnail of a picture whose message is stored.
 */
export interface PictureJob {
  kind: 'look' | 'unfold' | 'shrink';
  path: string;
  /** A look takes out of the file what tells of place, camera or people (rules/files 36). */
  isBared?: boolean | undefined;
}

/** Nothing of it when the file is not what it begins like, or would take too much. */
export interface PictureAnswer {
  /** The kind by the bytes of the file, whatever its sender says. */
  mediaType?: string | undefined;
  /** The duration of a recording. */
  durationMs?: number | null | undefined;
  picture?: Picture | undefined;
  /** Only unfolding it would tell. */
  isFolded?: boolean | undefined;
  isShrunk?: boolean | undefined;
  /** An error of the machine, such as ENOSPC, not of the picture. */
  fault?: string | undefined;
}

/** As they go between the two processes. */
export interface Asked extends PictureJob {
  id: number;
}

export interface Answered extends PictureAnswer {
  id: number;
}

// Magic bytes stand at the start, so that no file is read whole to find its kind.
const PREFIX = 64 * 1024;

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

/** True for text whose first element is an `svg`. */
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

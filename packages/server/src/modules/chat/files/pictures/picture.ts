import type { Picture } from '../../context.ts';

/** Of a thumbnail's longer side, in pixels (rules/files 7). */
export const THUMBNAIL = 480;
// A picture of few bytes can unfold into gigabytes.
export const MAX_PIXELS = 50_000_000;
/** No browser shows a longer side, and a row of one may take gigabytes. */
export const MAX_SIDE = 100_000;

/** Beside the picture at `path`. */
export const thumbnailPathOf = (path: string): string => `${path}.thumbnail`;

/**
 * `look` finds what a file is, and is soon done. `unfold` decodes a whole picture, where nothing less shows that it decodes. `shrink` makes the
 * thumbnail of a picture whose message is stored.
 */
export interface PictureJob {
  kind: 'look' | 'unfold' | 'shrink';
  path: string;
}

/** Nothing of it when the file is not what it begins like, or would take too much. */
export interface PictureAnswer {
  /** What a look has found: by its bytes, whatever its sender says. */
  mediaType?: string | undefined;
  /** Of a recording. */
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

/** Of a thumbnail's longer side, in pixels (rules/files 7). */
export const THUMBNAIL = 480;
// A picture of few bytes can unfold into gigabytes; the largest cameras stay below.
export const MOST_PIXELS = 50_000_000;
/** No browser shows a longer side, and a row of one may take gigabytes. */
export const MOST_SIDE = 100_000;

/** The properties of a picture that has arrived. */
export interface Picture {
  /** Pixels as it is shown, its camera's turn considered. */
  width: number | null;
  height: number | null;
  thumbnail: 'none' | 'made' | 'later';
}

/** Beside the picture at `path`. */
export const thumbnailPathOf = (path: string): string => `${path}.thumbnail`;

/**
 * What the process of pictures is asked: to look at one, which is soon done; to unfold one whole, since there is no other
 * way to see that it decodes; to make one small whose message stands.
 */
export interface PictureJob {
  kind: 'look' | 'unfold' | 'shrink';
  path: string;
}

/** Nothing of it when the picture cannot be decoded, or would take too much. */
export interface PictureAnswer {
  picture?: Picture | undefined;
  /** Only unfolding it would tell. */
  isFolded?: boolean | undefined;
  isShrunk?: boolean | undefined;
  /** The machine's own, such as ENOSPC: it says nothing of the picture. */
  fault?: string | undefined;
}

/** As they go between the two processes. */
export interface Asked extends PictureJob {
  id: number;
}

export interface Answered extends PictureAnswer {
  id: number;
}

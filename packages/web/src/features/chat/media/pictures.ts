import type { Message } from '@chat/contract/messages';
import { type SyntheticEvent, useEffect, useState } from 'react';
import { cx } from '../../../shared/ui/cx.ts';
import styles from './pictures.module.css';

/** Nothing else is never drawn on nothing. */
const isJpeg = (name: string, mimeType: string | null | undefined) =>
  mimeType ? mimeType === 'image/jpeg' : /\.jpe?g$/i.test(name);

interface GroundOptions {
  className?: string | undefined;
  /** As the server found it: a name says little. */
  mimeType?: string | null | undefined;
}

/** For an `<img>`: a drawing on nothing gets a ground that it stands out from in both themes, once it is there. */
export const onGround = (name: string, { className, mimeType }: GroundOptions = {}) => ({
  className: cx(className, !isJpeg(name, mimeType) && styles.ground),
  onLoad: ({ currentTarget }: SyntheticEvent<HTMLImageElement>) => {
    // The small variant that stood there until then.
    currentTarget.style.backgroundImage = '';
    currentTarget.dataset.loaded = '';
  },
});

/** As the page unfolds it: 256 MiB. */
const MAX_PIXELS = 2 ** 26;
/** Where each of thousands of frames is unfolded again, and in a bubble. */
const MAX_PIXELS_MOVING = 2 ** 24;
const MAY_MOVE = ['image/gif', 'image/apng', 'image/webp'];
const BMP = 'image/bmp';
const STILL = ['image/jpeg', 'image/png', BMP];

/** A drawing of few bytes can hold up every page that draws it: what is on this computer is told by its name. */
export const isVector = (name: string): boolean => /\.svg$/i.test(name);

type Sized = Pick<Message, 'mimeType' | 'mediaWidth' | 'mediaHeight'>;

/** Unknown ones may be too many. */
const pixelsOf = ({ mediaWidth, mediaHeight }: Sized): number =>
  mediaWidth && mediaHeight ? mediaWidth * mediaHeight : Infinity;

/** Whether a page may show the image itself, not only its small variant (rules/files 24). */
export function canShowWhole(image: Sized): boolean {
  const { mimeType } = image;
  if (!mimeType) return false;
  if (MAY_MOVE.includes(mimeType)) return pixelsOf(image) <= MAX_PIXELS_MOVING;
  return STILL.includes(mimeType) && pixelsOf(image) <= MAX_PIXELS;
}

/** The address of an image in its bubble: a BMP has no small variant, and is shown itself (rules/files 37). */
export const smallOf = (image: Sized, url: string): string =>
  image.mimeType === BMP && pixelsOf(image) <= MAX_PIXELS_MOVING ? url : thumbnailOf(url);

export const thumbnailOf = (url: string): string => `${url}?size=thumb`;

const MAX = 320;
const MIN = 72;
const UNKNOWN = { width: 240, height: 180 };

const within = (length: number) => Math.max(MIN, Math.min(MAX, Math.round(length)));

/** The place an image takes in the conversation, known before it has loaded. */
export function thumbBox(width: number | null, height: number | null) {
  if (!width || !height) return UNKNOWN;
  const scale = Math.min(1, MAX / width, MAX / height);
  return { width: within(width * scale), height: within(height * scale) };
}

// Failures that pass by themselves: too many requests, a picture not made yet, a lost connection.
const PASSES = [429, 503];
const MAX_TRIES = 30;
const USUAL_PAUSE_S = 2;
const FIRST_PAUSE_MS = 500;

const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((over) => {
    const timer = setTimeout(over, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      over();
    });
  });

/** Asks until there is one, or it is known that there is none; an `<img>` never says why it failed. */
async function isMade(address: string, signal: AbortSignal): Promise<boolean> {
  for (let tries = 0; tries < MAX_TRIES && !signal.aborted; tries++) {
    const answer = await fetch(address, { method: 'HEAD', signal }).catch(() => undefined);
    if (answer && !PASSES.includes(answer.status)) return answer.ok;
    const seconds = Number(answer?.headers.get('retry-after')) || USUAL_PAUSE_S;
    await pause(tries === 0 ? FIRST_PAUSE_MS : seconds * 1000, signal);
  }
  return false;
}

type State = 'shown' | 'awaited' | 'shown again' | 'none';

interface Thumbnail {
  /** While it is being made its place stays empty. */
  isShown: boolean;
  /** No thumbnail can be had. */
  isMissing: boolean;
  onError(): void;
}

/** A picture's small variant at that address, which may be made only after its message is there. */
export function useThumbnail(src: string): Thumbnail {
  const [state, setState] = useState<State>('shown');
  const isAwaited = state === 'awaited';
  useEffect(() => {
    if (!isAwaited) return undefined;
    const leaving = new AbortController();
    void isMade(src, leaving.signal).then((is) => {
      if (!leaving.signal.aborted) setState(is ? 'shown again' : 'none');
    });
    return () => leaving.abort();
  }, [src, isAwaited]);
  return {
    isShown: state === 'shown' || state === 'shown again',
    isMissing: state === 'none',
    onError: () => setState((before) => (before === 'shown' ? 'awaited' : 'none')),
  };
}

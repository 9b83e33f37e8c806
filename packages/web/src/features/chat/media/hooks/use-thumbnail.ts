import { useEffect, useState } from 'react';

// What passes by itself: too many at once, not made yet, a line that broke.
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

export interface Thumbnail {
  src: string;
  /** While it is being made its place stays empty. */
  isShown: boolean;
  /** There is none to be had. */
  isMissing: boolean;
  onError(): void;
}

/** A picture's small variant, which may be made only after its message is there. */
export function useThumbnail(url: string): Thumbnail {
  const src = `${url}?size=thumb`;
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
    src,
    isShown: state === 'shown' || state === 'shown again',
    isMissing: state === 'none',
    onError: () => setState((before) => (before === 'shown' ? 'awaited' : 'none')),
  };
}

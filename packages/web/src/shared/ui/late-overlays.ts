import { useEffect } from 'react';
import { whenSettled } from '../when-settled.ts';
import { latePart } from './late-part.tsx';

const late = latePart(async () => (await import('./overlays.tsx')).overlays);

/**
 * Menus, popovers, tooltips and the drawer, null until loaded: a page is drawn without them. Their opener is a plain
 * button from the start and stays the same element; `isNeeded` is true once it was pressed, and the overlay is drawn as
 * soon as possible.
 */
export const useOverlays = late.usePart;
/** The failure notice in the place of an overlay that did not load. */
export const OverlaysFailure = late.Failure;

const OPENERS = '[aria-haspopup], [data-tooltip]';

/** Has them fetched once the page has nothing better to do, or when somebody comes near what opens one. */
export function useOverlaysSoon(): void {
  useEffect(() => {
    const load = () => void late.load().catch(() => undefined);
    const listener = ({ target }: Event) => {
      if (target instanceof Element && target.closest(OPENERS)) load();
    };
    const listening = new AbortController();
    for (const type of ['pointerover', 'focusin'] as const)
      document.addEventListener(type, listener, { signal: listening.signal, passive: true });
    const callOff = whenSettled(load);
    return () => {
      listening.abort();
      callOff();
    };
  }, []);
}

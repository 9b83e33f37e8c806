import { useEffect, useState } from 'react';
import { create } from 'zustand';
import { whenSettled } from '../when-settled.ts';

type Overlays = typeof import('./overlays.ts').overlays;

const useLoaded = create<{ overlays: Overlays | null }>(() => ({ overlays: null }));

let asked: Promise<void> | undefined;

function loadOverlays(): Promise<void> {
  asked ??= import('./overlays.ts').then(
    ({ overlays }) => useLoaded.setState({ overlays }),
    (error: unknown) => {
      // Asked for again where they are needed next.
      asked = undefined;
      throw error;
    },
  );
  return asked;
}

/**
 * Menus, popovers, tooltips and the drawer, null until they are there: a page is drawn without them. What opens one is
 * a plain button from the start and stays the same element; `isNeeded` once it was pressed, and what it opens is drawn
 * as soon as it can be.
 */
export function useOverlays(isNeeded: boolean): Overlays | null {
  const { overlays } = useLoaded();
  const [, fail] = useState(null);
  useEffect(() => {
    if (!isNeeded) return;
    // As with every lazy part, the page's failure face offers a reload, which brings a newer version's files.
    loadOverlays().catch((error: unknown) =>
      fail(() => {
        throw error;
      }),
    );
  }, [isNeeded]);
  return overlays;
}

const OPENERS = '[aria-haspopup], [data-tooltip]';

/** Has them fetched once the page has nothing better to do, or when somebody comes near what opens one. */
export function useOverlaysSoon(): void {
  useEffect(() => {
    const load = () => void loadOverlays().catch(() => undefined);
    const hear = ({ target }: Event) => {
      if (target instanceof Element && target.closest(OPENERS)) load();
    };
    const heard = new AbortController();
    for (const type of ['pointerover', 'focusin'] as const)
      document.addEventListener(type, hear, { signal: heard.signal, passive: true });
    const callOff = whenSettled(load);
    return () => {
      heard.abort();
      callOff();
    };
  }, []);
}

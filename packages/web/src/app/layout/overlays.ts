import { useEffect } from 'react';
import { create } from 'zustand';
import { openSearch } from '../../features/search/search-view.ts';

type Overlay = 'switcher' | 'shortcuts';

/** What stands over the whole application, opened by a key or by a control of the top bar. */
export const useOverlay = create<{ shown: Overlay | null }>(() => ({ shown: null }));

export const showOverlay = (shown: Overlay): void => useOverlay.setState({ shown });
export const hideOverlay = (): void => useOverlay.setState({ shown: null });

/** Ctrl+K (⌘K), Ctrl+Mayús+F (⇧⌘F) and, where nothing is being written, '?'. */
export function useOverlayKeys(): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const asked = askedBy(event);
      if (!asked || event.defaultPrevented) return;
      event.preventDefault();
      const { shown } = useOverlay.getState();
      if (shown === asked) hideOverlay();
      else if (shown || isDialogOpen()) return;
      else if (asked === 'search') openSearch();
      else showOverlay(asked);
    };
    window.addEventListener('keydown', listen);
    return () => {
      window.removeEventListener('keydown', listen);
      hideOverlay();
    };
  }, []);
}

function askedBy(event: KeyboardEvent): Overlay | 'search' | null {
  const isCommand = (event.ctrlKey || event.metaKey) && !event.altKey;
  const key = event.key.toLowerCase();
  if (isCommand && !event.shiftKey && key === 'k') return 'switcher';
  if (isCommand && event.shiftKey && key === 'f') return 'search';
  return event.key === '?' && !isWriting(event.target) ? 'shortcuts' : null;
}

const isWriting = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input, textarea, select'));

// A form half filled in is not left by a key.
const isDialogOpen = () => document.querySelector('[role=dialog], [role=alertdialog]') !== null;

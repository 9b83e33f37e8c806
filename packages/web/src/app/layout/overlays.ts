import { useEffect } from 'react';
import { create } from 'zustand';

type Overlay = 'switcher' | 'shortcuts';

/** What stands over the whole application, opened by a key or by a control of the top bar. */
export const useOverlay = create<{ shown: Overlay | null }>(() => ({ shown: null }));

export const showOverlay = (shown: Overlay): void => useOverlay.setState({ shown });
export const hideOverlay = (): void => useOverlay.setState({ shown: null });

/** Ctrl+K (⌘K) and, where nothing is being written, '?'. */
export function useOverlayKeys(): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const overlay = overlayOf(event);
      if (!overlay || event.defaultPrevented) return;
      event.preventDefault();
      const { shown } = useOverlay.getState();
      if (shown === overlay) hideOverlay();
      else if (!shown && !isDialogOpen()) showOverlay(overlay);
    };
    window.addEventListener('keydown', listen);
    return () => {
      window.removeEventListener('keydown', listen);
      hideOverlay();
    };
  }, []);
}

function overlayOf(event: KeyboardEvent): Overlay | null {
  const isCommand = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
  if (isCommand && event.key.toLowerCase() === 'k') return 'switcher';
  return event.key === '?' && !isWriting(event.target) ? 'shortcuts' : null;
}

const isWriting = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input, textarea, select'));

// A form half filled in is not left by a key.
const isDialogOpen = () => document.querySelector('[role=dialog], [role=alertdialog]') !== null;

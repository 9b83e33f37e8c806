import { useEffect } from 'react';
import { create } from 'zustand';

/**
 * The subject of an open dialog, menu or overlay; null while it is closed. Any part of the page opens it, and one layer
 * draws it, because the row that it was opened from may be scrolled away.
 */
export function createOpened<Subject>() {
  const useStore = create<{ subject: Subject | null }>(() => ({ subject: null }));
  const read = () => useStore.getState().subject;
  const open = (subject: Subject) => useStore.setState({ subject });
  const close = () => {
    // Each layer that goes closes, and mostly nothing is open.
    if (read() !== null) useStore.setState({ subject: null });
  };
  const useSubject = () => useStore(({ subject }) => subject);

  /** The subject, for the layer: what is open closes with it. */
  function useOpened(): Subject | null {
    useEffect(() => close, []);
    return useSubject();
  }

  return { open, close, read, useSubject, useOpened };
}

import { useSyncExternalStore } from 'react';

function subscribe(onChange: () => void): () => void {
  document.addEventListener('visibilitychange', onChange);
  return () => document.removeEventListener('visibilitychange', onChange);
}

/** Whether the tab is looked at. */
export const usePageVisible = () =>
  useSyncExternalStore(subscribe, () => document.visibilityState === 'visible');

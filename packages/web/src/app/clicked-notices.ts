import { takeClicked } from '../features/notifications/shared-notes.ts';
import { leaveLayers } from '../shared/layers.ts';
import { goTo } from '../shared/navigation.ts';

/**
 * Opens the chats of notifications that are clicked, from the page's first moment on: the service worker may speak to a
 * page that is still loading, and a click may wait for the next page that is looked at (rules/push-page 9).
 */
export function followClicks(): void {
  if (!('serviceWorker' in navigator)) return;
  navigator.serviceWorker.addEventListener('message', ({ data }) => {
    if (typeof data?.open === 'string') void openSaid(data.open, data.id);
  });
  document.addEventListener('visibilitychange', () => void openWaiting());
  void openWaiting();
}

/** The click that was opened last: the same one both waits and is said. */
let opened: unknown;

async function openSaid(path: string, id: unknown): Promise<void> {
  if (id !== undefined && id === opened) return;
  opened = id;
  open(path);
  const waiting = await takeClicked();
  // Another one came after it.
  if (waiting && waiting.id !== id) open(waiting.open);
}

async function openWaiting(): Promise<void> {
  if (document.visibilityState !== 'visible') return;
  const waiting = await takeClicked();
  if (!waiting || waiting.id === opened) return;
  opened = waiting.id;
  open(waiting.open);
}

/** A chat of the group that is shown is no step of its own. */
function open(path: string): void {
  const { origin, pathname } = window.location;
  const address = new URL(path, origin);
  if (address.origin !== origin) return;
  leaveLayers(() =>
    goTo(address.pathname + address.search, { replace: address.pathname === pathname }),
  );
}

const LOOKED_AT = 'chat.looked-at';
// Long enough for all tabs to have received the same message.
const LOCK_TTL_MS = 10_000;

let lookAway: (() => void) | undefined;

/** Lets the other tabs of this browser know, by a lock that goes with the tab, whether this one is looked at. */
export function followLook(): void {
  lookAway?.();
  if (document.visibilityState === 'hidden') return;
  const looking = new Promise<void>((resolve) => {
    lookAway = resolve;
  });
  // Missing on plain http, where browsers show no notifications either, and refused where the page may keep nothing.
  navigator.locks?.request(LOOKED_AT, { mode: 'shared' }, () => looking).catch(() => undefined);
}

/** Of all tabs of this browser that receive some news one notifies, and none while one of them is looked at. */
export async function isNotifyingTab(newsId: string): Promise<boolean> {
  try {
    return await isFirstTab(newsId);
  } catch {
    // Where tabs cannot agree, twice is better than not at all.
    return true;
  }
}

async function isFirstTab(newsId: string): Promise<boolean> {
  const { held } = await navigator.locks.query();
  if (held?.some(({ name }) => name === LOOKED_AT)) return false;
  return new Promise((settle, refuse) => {
    const options = { ifAvailable: true };
    const asked = navigator.locks.request(`chat.told.${newsId}`, options, (lock) => {
      settle(lock !== null);
      return lock && new Promise((resolve) => setTimeout(resolve, LOCK_TTL_MS));
    });
    asked.catch(refuse);
  });
}

/*
 * Page and service worker of a browser share some notes. This file comes with every page: a click on a notification may
 * wait for one that is still loading.
 */

const CACHE = 'notices';

/** A click that waits for a page; the service worker says the same to the page that it chose. */
export interface Clicked {
  /** The path to open. */
  open: string;
  id: string;
}

const CLICKED_KEY = '/notices/clicked';
/** Nobody wants to be led away by what they pressed long ago, ms. */
const CLICK_LASTS_MS = 5 * 60_000;

export const writeClicked = (clicked: Clicked): Promise<void> =>
  writeShared(CLICKED_KEY, { ...clicked, at: Date.now() });

const readClicked = () => readShared<(Clicked & { at: number }) | null>(CLICKED_KEY);

/** The click that waits, for one page alone. */
export async function takeClicked(): Promise<Clicked | null> {
  // A browser that keeps nothing refuses locks.
  if (!(await readClicked())) return null;
  return runSerially(async () => {
    const clicked = await readClicked();
    await writeShared(CLICKED_KEY, null);
    return clicked && Date.now() - clicked.at < CLICK_LASTS_MS ? clicked : null;
  });
}

export const forgetNotices = async (): Promise<void> => {
  await caches.delete(CACHE);
};

/** Page and service worker share it; nothing of it outlives the session. */
export async function readShared<Value>(key: string): Promise<Value | undefined> {
  try {
    return await (await caches.match(key, { cacheName: CACHE }))?.json();
  } catch {
    // Where nothing may be kept, twice is better than not at all.
    return undefined;
  }
}

export async function writeShared(key: string, value: unknown): Promise<void> {
  try {
    await (await caches.open(CACHE)).put(key, new Response(JSON.stringify(value)));
  } catch (error) {
    console.info('this browser keeps nothing', error);
  }
}

/**
 * Shows notifications and asks for them one after the other in the whole browser: Chromium forgets a notification
 * that is just being shown when somebody asks for any, so that nobody could click or close it any more.
 */
export function runSerially<Result>(work: () => Promise<Result>): Promise<Result> {
  return navigator.locks ? navigator.locks.request('chat.notices', work) : work();
}

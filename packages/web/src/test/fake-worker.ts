import { vi } from 'vitest';
import { serialQueue } from '../shared/timing.ts';

/** A notification on the screen. */
interface Shown extends NotificationOptions {
  title: string;
  renotify?: boolean;
  close: () => void;
}

/**
 * A browser's notifications under their tags, and each time that one was shown. As Chromium, it forgets what is just
 * being shown when somebody asks for the notifications.
 */
export function fakeRegistration() {
  const standing = new Map<string, Shown>();
  const shows: Shown[] = [];
  const beingShown = new Set<Shown>();
  const registration = {
    showNotification: async (title: string, options: NotificationOptions) => {
      const tag = options.tag ?? '';
      const shown = { ...options, title, close: () => void standing.delete(tag) };
      shows.push(shown);
      beingShown.add(shown);
      await new Promise((resolve) => setTimeout(resolve));
      if (beingShown.delete(shown)) standing.set(tag, shown);
    },
    getNotifications: async ({ tag }: { tag?: string } = {}) => {
      beingShown.clear();
      await new Promise((resolve) => setTimeout(resolve));
      return [...standing.values()].filter((shown) => tag === undefined || shown.tag === tag);
    },
  };
  return {
    registration: registration as unknown as ServiceWorkerRegistration,
    standing: () => [...standing.values()].map(({ title, body }) => `${title}: ${body}`),
    /** The showings, the first first. */
    shows: () =>
      shows.map(({ body, silent, renotify }) => ({ body, silent, renotify: renotify === true })),
    dismiss: (tag: string) => standing.delete(tag),
  };
}

/** The caches and locks of a browser: happy-dom has none. */
export function fakeStores(): void {
  const queues = new Map<string, ReturnType<typeof serialQueue>>();
  const request = (name: string, work: () => Promise<unknown>) => {
    const queue = queues.get(name) ?? serialQueue();
    queues.set(name, queue);
    return queue(work);
  };
  Object.defineProperty(navigator, 'locks', { value: { request }, configurable: true });
  const stores = new Map<string, Map<string, string>>();
  const open = async (name: string) => {
    const store = stores.get(name) ?? new Map<string, string>();
    stores.set(name, store);
    return { put: async (key: string, answer: Response) => store.set(key, await answer.text()) };
  };
  vi.stubGlobal('caches', {
    open,
    match: async (key: string, { cacheName }: { cacheName: string }) => {
      const text = stores.get(cacheName)?.get(key);
      return text === undefined ? undefined : new Response(text);
    },
    delete: async (name: string) => stores.delete(name),
  });
}

import { handleClick, handlePush, readPush } from '../src/features/notifications/pushes.ts';
import { subscribeAgain } from '../src/features/notifications/registered-endpoint.ts';
import { dataOf, RESUBSCRIBED } from '../src/features/notifications/shown-notices.ts';

// Keeps the shell: the files that the application is made of, so that it opens without a network. What people
// write and send, the API and the socket never pass through here. Pushes come here while no page is open.
const { version, entry, files } = __SHELL__;
const PREFIX = 'shell-';
const CACHE = PREFIX + version;
const NOT_OURS = /^\/(api|socket\.io)(\/|$)/;
/** Where nobody can be led to a chat: a file by itself, or a form that is filled in before the first sign-in. */
const NO_WAY = /\.\w+$|^\/invitation/;

self.addEventListener('install', (event) => {
  // Where browsers know how, such requests do not even wake this worker.
  event.addRoutes?.(
    ['/api/*', '/socket.io/*'].map((pathname) => ({
      condition: { urlPattern: new URLPattern({ pathname }) },
      source: 'network',
    })),
  );
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(files)));
});

self.addEventListener('activate', (event) => {
  event.waitUntil(forgetOtherShells());
});

self.addEventListener('fetch', (event) => {
  const { method, mode, url } = event.request;
  const { origin, pathname } = new URL(url);
  if (method !== 'GET' || origin !== self.location.origin || NOT_OURS.test(pathname)) return;
  if (mode === 'navigate') event.respondWith(openPage(event.request));
  else if (files.includes(pathname)) event.respondWith(kept(pathname, event.request));
});

// A page tells what it runs. If it runs this very version there is nothing to offer, and this worker takes over.
self.addEventListener('message', (event) => {
  if (event.data?.entry === entry) self.skipWaiting();
  else event.source?.postMessage('newer');
});

/** Always the newest page while there is a network, and the kept one without. */
async function openPage(request) {
  try {
    return await fetch(request);
  } catch (error) {
    const page = await caches.match('/', { cacheName: CACHE });
    if (page) return page;
    throw error;
  }
}

async function kept(pathname, request) {
  return (await caches.match(pathname, { cacheName: CACHE })) ?? fetch(request);
}

async function forgetOtherShells() {
  const names = await caches.keys();
  const others = names.filter((name) => name.startsWith(PREFIX) && name !== CACHE);
  await Promise.all(others.map((name) => caches.delete(name)));
}

const worker = {
  registration: self.registration,
  origin: self.location.origin,
  userAgent: self.navigator.userAgent,
  listPages,
  openPage: (path) => self.clients.openWindow(path),
};

self.addEventListener('push', (event) => {
  const push = readPush(event.data?.text());
  if (push) event.waitUntil(handlePush(worker, push));
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(handleClick(worker, dataOf(event.notification)));
});

self.addEventListener('pushsubscriptionchange', (event) => {
  event.waitUntil(followSubscription(event));
});

/** The pages of the application, the one that was used last first; the API's description is none. */
async function listPages() {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const pathOf = ({ url }) => new URL(url).pathname;
  return pages.filter((page) => !NOT_OURS.test(pathOf(page)) && !NO_WAY.test(pathOf(page)));
}

/** The server hears of it from here; an open page, or the next one that opens, says it again. */
async function followSubscription(event) {
  await subscribeAgain(self.registration, event).catch(console.info);
  for (const page of await listPages()) page.postMessage(RESUBSCRIBED);
}

// Keeps the shell: the files that the application is made of, so that it opens without a network. What people
// write and send, the API and the socket never pass through here.
const { version, entry, files } = globalThis.__SHELL__;
const PREFIX = 'shell-';
const CACHE = PREFIX + version;
const NOT_OURS = /^\/(api|socket\.io)(\/|$)/;

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

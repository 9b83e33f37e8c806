type Registered = ServiceWorkerRegistration | undefined;

let settle: (registered: Registered | PromiseLike<Registered>) => void;
const registered = new Promise<Registered>((resolve) => {
  settle = resolve;
});

const hasWorkers = () => import.meta.env.PROD && 'serviceWorker' in navigator;

/** Undefined where there is none: on plain http, and where the browser is told to keep service workers away. */
export function registerWorker(): Promise<Registered> {
  settle(hasWorkers() ? navigator.serviceWorker.register('/service-worker.js') : undefined);
  return registered;
}

/** The page's service worker, once the page has asked for it and it has begun its work. */
export async function activeWorker(): Promise<Registered> {
  // A browser without workers is known from the start.
  if (!hasWorkers() || !(await registered)) return undefined;
  return navigator.serviceWorker.ready;
}

/** Finds the service worker that an earlier page has registered, if any, without waiting for anything. */
export async function presentWorker(): Promise<Registered> {
  // Where the page may keep nothing, the browser refuses to say.
  return hasWorkers()
    ? navigator.serviceWorker.getRegistration().catch(() => undefined)
    : undefined;
}

import { RefreshCw } from 'lucide-react';
import { useNewVersion } from '../shared/reload-page.ts';
import { registerWorker } from '../shared/service-worker.ts';
import { onRegistered } from '../shared/socket.ts';
import { Button } from '../shared/ui/button.tsx';
import { layoutTexts } from './layout/layout.texts.ts';
import styles from './new-version.module.css';

/** Offered, never forced: drafts outlive the reload, but the reader may be in the middle of something. */
export function NewVersionNotice() {
  const isThere = useNewVersion((state) => state.isThere);
  if (!isThere) return null;
  return (
    <div role="status" className={styles.notice}>
      {layoutTexts.newVersion}
      <Button
        size="s"
        icon={<RefreshCw aria-hidden="true" />}
        onClick={() => window.location.reload()}
      >
        {layoutTexts.update}
      </Button>
    </div>
  );
}

let isStarted = false;

/** Fetching the whole shell would slow down what the page is opened for. */
const PRECACHE_DELAY_MS = 3_000;

/** Keeps the shell once the page has been open for a moment. */
export function precacheSoon(): () => void {
  const timer = setTimeout(() => precache().catch(console.error), PRECACHE_DELAY_MS);
  return () => clearTimeout(timer);
}

/** Lets the service worker store the shell, and looks for newer versions after each connection. */
async function precache(): Promise<void> {
  if (isStarted) return;
  isStarted = true;
  const registration = await registerWorker();
  if (!('serviceWorker' in navigator)) return;
  const workers = navigator.serviceWorker;
  workers.addEventListener('message', ({ data }) => {
    if (data === 'newer') useNewVersion.setState({ isThere: true });
  });
  if (!registration) return;
  // Another tab let the new worker in.
  workers.addEventListener('controllerchange', () => postVersion(workers.controller));
  postVersion(registration.waiting);
  registration.addEventListener('updatefound', () => {
    registration.installing?.addEventListener('statechange', () =>
      postVersion(registration.waiting),
    );
  });
  onRegistered(() => void registration.update().catch(() => undefined));
}

/** The worker compares: it answers an older page, and takes over from its forerunner for one of its own version. */
function postVersion(worker: ServiceWorker | null): void {
  const script = document.querySelector<HTMLScriptElement>('script[type=module][src]');
  worker?.postMessage({ entry: script && new URL(script.src).pathname });
}

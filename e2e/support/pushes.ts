import {
  type BrowserContext,
  expect,
  type LaunchOptions,
  type Page,
  type Worker,
} from '@playwright/test';
import { findBrowser } from '../../scripts/lib/browser.mjs';

/** For `test.use`: a browser with service workers and notifications, which a Chromium without windows has not. */
export const takesPushes = {
  serviceWorkers: 'allow' as const,
  launchOptions: async (
    { launchOptions }: { launchOptions: LaunchOptions },
    use: (options: LaunchOptions) => Promise<void>,
  ) => use({ ...launchOptions, executablePath: await findBrowser() }),
};

/** A push as the server writes it. */
export interface Pushed {
  type: string;
  title: string;
  body: string;
  url: string;
  chatId?: string;
  messageId?: string;
  silent?: true;
}

declare global {
  interface Window {
    /** How often the page has sounded. */
    sounds: number;
  }
}

/**
 * Runs before the page: the test decides whether the tab is visible, counts sounds, and stands in for the browser's
 * push service, which no test can reach.
 */
function standIn(given: GivenSubscription | null): void {
  let isLookedAt = true;
  window.sounds = 0;
  window.addEventListener('test:look', (event) => {
    isLookedAt = event instanceof CustomEvent && event.detail === true;
    document.dispatchEvent(new Event('visibilitychange'));
  });
  Object.defineProperty(document, 'visibilityState', {
    get: () => (isLookedAt ? 'visible' : 'hidden'),
  });
  const { stop } = OscillatorNode.prototype;
  let tones = 0;
  OscillatorNode.prototype.stop = function (when) {
    tones += 1;
    // A sound is two tones.
    window.sounds = tones / 2;
    stop.call(this, when);
  };
  const keys = given?.keys ?? {
    p256dh:
      'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  };
  let present: unknown = null;
  Reflect.set(PushManager.prototype, 'getSubscription', async () => present);
  const bytesOf = (key: string) =>
    Uint8Array.from(atob(key.replaceAll('-', '+').replaceAll('_', '/')), (one) => one.charCodeAt(0))
      .buffer;
  Reflect.set(
    PushManager.prototype,
    'subscribe',
    async (asked: { applicationServerKey: string }) => {
      const next: GivenSubscription | null = Reflect.get(window, 'nextSubscription') ?? given;
      const endpoint = next?.endpoint ?? `https://push.example/${crypto.randomUUID()}`;
      const unsubscribe = async () => {
        present = null;
        return true;
      };
      const applicationServerKey = bytesOf(asked.applicationServerKey);
      const options = { applicationServerKey, userVisibleOnly: true };
      const toJSON = () => ({ endpoint, keys: next?.keys ?? keys });
      present = { endpoint, options, unsubscribe, toJSON };
      return present;
    },
  );
}

/** When the page subscribes next, its browser has another subscription. */
export const subscribeNextBy = (page: Page, given: GivenSubscription): Promise<boolean> =>
  page.evaluate((next) => Reflect.set(window, 'nextSubscription', next), given);

/** A browser's subscription at a push service of the test's own. */
interface GivenSubscription {
  endpoint: string;
  keys: { p256dh: string; auth: string };
}

/** Before the browser's first page is opened. Without `given` nobody takes what is pushed. */
export async function permitPushes(
  context: BrowserContext,
  url: string,
  given: GivenSubscription | null = null,
): Promise<void> {
  await context.grantPermissions(['notifications'], { origin: url });
  await context.addInitScript(standIn, given);
}

export const look = (page: Page, isLooking: boolean): Promise<boolean> =>
  page.evaluate(
    (detail) => window.dispatchEvent(new CustomEvent('test:look', { detail })),
    isLooking,
  );

export const soundsIn = (pages: Page[]): Promise<number[]> =>
  Promise.all(pages.map((page) => page.evaluate(() => window.sounds)));

/** The service worker of a page's browser, and the pushes that come to it. */
export async function pushServiceOf(page: Page) {
  await page.evaluate(() => navigator.serviceWorker.ready);
  const worker = await workerOf(page.context());
  const cdp = await page.context().newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [first] = registrations;
      if (first) resolve(first.registrationId);
    });
  });
  await cdp.send('ServiceWorker.enable');
  const registrationId = await registered;
  const { origin } = new URL(page.url());
  await worker.evaluate(countHandled);
  const handledCount = () => worker.evaluate((): number => Reflect.get(self, 'handledPushes'));
  return {
    /** Whether the browser's pages can be seen, as the service worker is told. */
    hidePages: () => worker.evaluate(hidePages),
    showPages: () => worker.evaluate(() => Reflect.set(self, 'areHidden', false)),
    /**
     * Waits until the service worker is done with the push. Chromium forgets a notification that is being shown when a
     * test asks for the notifications.
     */
    async push(pushed: Pushed): Promise<void> {
      const before = await handledCount();
      const data = JSON.stringify(pushed);
      await cdp.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data });
      await expect.poll(handledCount).toBe(before + 1);
    },
    click: () => worker.evaluate(clickFirst),
  };
}

async function workerOf(context: BrowserContext): Promise<Worker> {
  const [worker] = context.serviceWorkers();
  return worker ?? context.waitForEvent('serviceworker');
}

/** Counts the pushes whose handling is complete; once for each service worker. */
function countHandled(): void {
  if (Reflect.has(self, 'handledPushes')) return;
  Reflect.set(self, 'handledPushes', 0);
  const { prototype } = Reflect.get(self, 'ExtendableEvent');
  const { waitUntil } = prototype;
  prototype.waitUntil = function (this: Event, work: Promise<unknown>) {
    const count = () => Reflect.set(self, 'handledPushes', Reflect.get(self, 'handledPushes') + 1);
    if (this.type === 'push') work.then(count, count);
    waitUntil.call(this, work);
  };
}

interface SeenPage {
  url: string;
  postMessage: (message: unknown) => void;
}

/** A browser without a screen has visible pages alone. */
function hidePages(): void {
  const isHidden = (): boolean => Reflect.get(self, 'areHidden');
  if (isHidden() === undefined) {
    const clients = Reflect.get(self, 'clients');
    const matchAll = clients.matchAll.bind(clients);
    clients.matchAll = async (options: object) => {
      const pages: SeenPage[] = await matchAll(options);
      return pages.map((page) => ({
        url: page.url,
        visibilityState: isHidden() ? 'hidden' : 'visible',
        postMessage: (message: unknown) => page.postMessage(message),
        focus: async () => undefined,
      }));
    };
  }
  Reflect.set(self, 'areHidden', true);
}

/** As a person's click on the notification that stands there. */
async function clickFirst(): Promise<void> {
  const [notification] = await Reflect.get(self, 'registration').getNotifications();
  const Click = Reflect.get(self, 'NotificationEvent');
  self.dispatchEvent(new Click('notificationclick', { notification }));
}

export interface Shown {
  title: string;
  body: string;
  tag: string;
  silent: boolean | null;
}

/** The notifications that stand there, as the browser has them. */
export const shownIn = (page: Page): Promise<Shown[]> =>
  page.evaluate(async () => {
    const worker = await navigator.serviceWorker.ready;
    const shown = await worker.getNotifications();
    return shown.map(({ title, body, tag, silent }) => ({ title, body, tag, silent }));
  });

export const expectShown = (page: Page, titles: string[]): Promise<void> =>
  expect.poll(async () => (await shownIn(page)).map(({ body }) => body)).toEqual(titles);

/** As a person who puts away what stands there. */
export async function closeNotifications(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const worker = await navigator.serviceWorker.ready;
    for (const shown of await worker.getNotifications()) shown.close();
  });
}

import { type BrowserContext, expect, type Page, type Worker } from '@playwright/test';

/** A push as the server writes it. */
interface Pushed {
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
function standIn(): void {
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
  const keys = {
    p256dh:
      'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  };
  let present: unknown = null;
  Reflect.set(PushManager.prototype, 'getSubscription', async () => present);
  Reflect.set(PushManager.prototype, 'subscribe', async () => {
    const endpoint = `https://push.example/${crypto.randomUUID()}`;
    const unsubscribe = async () => {
      present = null;
      return true;
    };
    const options = { applicationServerKey: null, userVisibleOnly: true };
    present = { endpoint, options, unsubscribe, toJSON: () => ({ endpoint, keys }) };
    return present;
  });
}

/** Before the browser's first page is opened. */
export async function permitPushes(context: BrowserContext, url: string): Promise<void> {
  await context.grantPermissions(['notifications'], { origin: url });
  await context.addInitScript(standIn);
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
  return {
    /** Whether the browser's pages can be seen, as the service worker is told. */
    hidePages: () => worker.evaluate(hidePages),
    showPages: () => worker.evaluate(() => Reflect.set(self, 'areHidden', false)),
    push: (pushed: Pushed) =>
      cdp.send('ServiceWorker.deliverPushMessage', {
        origin,
        registrationId,
        data: JSON.stringify(pushed),
      }),
    click: () => worker.evaluate(clickFirst),
  };
}

async function workerOf(context: BrowserContext): Promise<Worker> {
  const [worker] = context.serviceWorkers();
  return worker ?? context.waitForEvent('serviceworker');
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

import type { Browser, Page } from '@playwright/test';
import type { Person } from './administration.ts';
import { signedIn } from './people.ts';

/** A record of one notification of the page. */
export interface Notified {
  title: string;
  body: string;
  tag: string;
}

declare global {
  interface Window {
    notified: Notified[];
    clickLast: () => void;
  }
}

/** Runs before the page: records notifications, and the test decides whether the tab is visible. */
function standIn(): void {
  window.notified = [];
  let isLookedAt = true;
  window.addEventListener('test:look', (event) => {
    isLookedAt = event instanceof CustomEvent && event.detail === true;
    document.dispatchEvent(new Event('visibilitychange'));
  });
  Object.defineProperty(document, 'visibilityState', {
    get: () => (isLookedAt ? 'visible' : 'hidden'),
  });
  class NotedNotification {
    static permission = 'granted';
    onclick: (() => void) | null = null;
    constructor(title: string, { body = '', tag = '' }: NotificationOptions) {
      window.notified.push({ title, body, tag });
      window.clickLast = () => this.onclick?.();
    }
    close(): void {}
  }
  Object.defineProperty(window, 'Notification', { value: NotedNotification });
}

export const look = (page: Page, isLooking: boolean) =>
  page.evaluate(
    (detail) => window.dispatchEvent(new CustomEvent('test:look', { detail })),
    isLooking,
  );

export const notifiedIn = async (...pages: Page[]): Promise<Notified[]> =>
  (await Promise.all(pages.map((page) => page.evaluate(() => window.notified)))).flat();

/** A signed-in browser whose notifications are recorded. */
export async function signedInWithStandIn(
  browser: Browser,
  url: string,
  who: Person,
): Promise<Page> {
  const page = await signedIn(browser, url, who);
  await page.context().addInitScript(standIn);
  return page;
}

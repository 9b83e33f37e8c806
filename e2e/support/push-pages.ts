import type { Browser, Page } from '@playwright/test';
import type { Group, Person } from './administration.ts';
import { whenRegistered } from './live.ts';
import { openChat, signedIn } from './people.ts';
import { permitPushes } from './pushes.ts';

/** A browser of Ana's with the permission for notifications, her group open in it. */
export async function openPermitted(
  browser: Browser,
  url: string,
  ana: Person,
  group: Group,
): Promise<Page> {
  const page = await signedIn(browser, url, ana);
  await permitPushes(page.context(), url);
  const isRegistered = whenRegistered(page);
  const subscribed = page.waitForResponse('**/api/push/subscriptions');
  await openChat(page, group, 'General');
  await Promise.all([isRegistered, subscribed]);
  return page;
}

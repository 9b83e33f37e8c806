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

/** The entries of the list of chats, as the server gives them to the person of the page. */
export const listEntries = async (page: Page, group: Group) => {
  const token = await page.evaluate(() => JSON.parse(localStorage.getItem('chat.login') ?? ''));
  const answer = await page.request.get(`/api/groups/${group.uuid}/chats`, {
    headers: { authorization: `Bearer ${token.accessToken}` },
  });
  const {
    content,
  }: {
    content: {
      chatUuid: string | null;
      email: string;
      lastMessage: { uuid: string } | null;
    }[];
  } = await answer.json();
  return content;
};

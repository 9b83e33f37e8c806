import { type Browser, type BrowserContext, expect, type Page } from '@playwright/test';
import type { Group, Person } from './support/administration.ts';
import { whenRegistered } from './support/live.ts';
import { look, notifiedIn, signedInWithStandIn } from './support/notified.ts';
import { arriveInChat, chooseChat, composer, message, openChat, write } from './support/people.ts';
import { test } from './support/test.ts';

async function openTab(context: BrowserContext, path: string): Promise<Page> {
  const page = await context.newPage();
  const isRegistered = whenRegistered(page);
  await page.goto(path);
  await expect(page.getByRole('main').getByRole('textbox').first()).toBeVisible();
  await isRegistered;
  return page;
}

/** Clicks the newest notification, which brings its tab to the front. */
async function followLast(page: Page): Promise<void> {
  await page.evaluate(() => window.clickLast());
  await look(page, true);
}

/** One tab in the group's chat, one in the person's own chat. */
async function openTwoTabs(
  browser: Browser,
  url: string,
  who: Person,
  group: Group,
): Promise<[Page, Page]> {
  const tab = await signedInWithStandIn(browser, url, who);
  const isRegistered = whenRegistered(tab);
  await openChat(tab, group, 'General');
  await isRegistered;
  return [tab, await openTab(tab.context(), '/chats/me')];
}

test('while nobody looks one of all tabs notifies, and a click opens the chat; the title counts what is unread', async ({
  browser,
  server,
  administration,
}) => {
  const group = await administration.registerGroup('ventas');
  const ana = await administration.registerUser('ana', [group]);
  const bruno = await administration.registerUser('bruno', [group]);
  const [tab, other] = await openTwoTabs(browser, server.url, ana, group);
  const brunos = await arriveInChat(browser, server.url, bruno, group, ana.email);
  const titles = async (title: string) => {
    for (const page of [tab, other]) await expect(page).toHaveTitle(title);
  };
  await titles('WEB CHAT');

  await look(tab, false);
  await write(brunos, 'mientras mira otra pestaña');
  await titles('(1) WEB CHAT');
  await look(other, false);
  await write(brunos, 'ahora no mira nadie');
  await titles('(2) WEB CHAT');
  await expect.poll(() => notifiedIn(tab, other)).toHaveLength(1);
  const phone = await arriveInChat(browser, server.url, ana, group, bruno.email);
  await titles('WEB CHAT');
  await write(phone, 'desde el teléfono');
  await expect(message(brunos, 'desde el teléfono')).toBeVisible();
  await chooseChat(brunos, 'General');
  await write(brunos, 'a todo el equipo');
  await expect.poll(() => notifiedIn(tab, other)).toHaveLength(2);
  const [alone, together] = await notifiedIn(tab, other).then((notified) =>
    notified.sort((one) => (one.title === bruno.email ? -1 : 1)),
  );
  expect(alone).toMatchObject({ title: bruno.email, body: 'ahora no mira nadie' });
  expect(together).toMatchObject({
    title: `${bruno.email} · ${group.name}`,
    body: 'a todo el equipo',
  });

  await tab.close();
  await phone.close();
  await other.evaluate(() => {
    window.notified = [];
  });
  await chooseChat(brunos, ana.email);
  await write(brunos, 'abre el directo');
  await expect.poll(() => notifiedIn(other)).toHaveLength(1);
  await followLast(other);
  await expect(other).toHaveURL(new RegExp(`/groups/${group.uuid}$`));
  await expect(message(other, 'abre el directo')).toBeVisible();
  await expect(composer(other)).toBeVisible();
  await expect(other).toHaveTitle('(1) WEB CHAT');

  await look(other, false);
  await chooseChat(brunos, 'General');
  await write(brunos, 'abre el grupo');
  await expect.poll(() => notifiedIn(other)).toHaveLength(2);
  await followLast(other);
  await expect(message(other, 'abre el grupo')).toBeVisible();
  await expect(other).toHaveTitle('WEB CHAT');
});

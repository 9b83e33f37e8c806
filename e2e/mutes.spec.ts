import { expect, type Locator, type Page } from '@playwright/test';
import { expectNotice } from './support/desk.ts';
import { whenRegistered } from './support/live.ts';
import { look, notifiedIn, signedInWithStandIn } from './support/notified.ts';
import { arriveInChat, chooseChat, openChat, write, writerOf } from './support/people.ts';
import { test } from './support/test.ts';

const options = (page: Page) => page.getByRole('button', { name: 'Opciones de la conversación' });
/** The menu's items about notifications; the last item is about scheduled messages. */
const items = async (page: Page): Promise<string[]> => {
  await options(page).click();
  await expect(page.getByRole('menuitem', { name: 'Mensajes programados' })).toBeVisible();
  const names = await page.getByRole('menuitem').allInnerTexts();
  await page.keyboard.press('Escape');
  return names.filter((name) => name !== 'Mensajes programados');
};

async function choose(page: Page, ...names: string[]): Promise<void> {
  await options(page).click();
  for (const name of names) await page.getByRole('menuitem', { name, exact: true }).click();
}

/** The line of a chat in the list. */
const line = (page: Page, name: string): Locator =>
  page
    .getByRole('list', { name: 'Conversaciones' })
    .getByRole('listitem')
    .filter({ has: page.getByText(name, { exact: true }) });
const badge = (page: Page, name: string) =>
  line(page, name).getByRole('img', { name: /mensajes sin leer/ });
const colourOf = (badge: Locator) =>
  badge.evaluate((element) => getComputedStyle(element).backgroundColor);

test('a muted chat is silent on all devices and its badge is grey, until it is heard again', async ({
  browser,
  server,
  administration,
}) => {
  const group = await administration.registerGroup('ventas');
  const ana = await administration.registerUser('ana', [group]);
  const bruno = await administration.registerUser('bruno', [group]);
  const carla = await administration.registerUser('carla', [group]);
  const brunoWrites = await writerOf(server.url, bruno, group, ana);
  await brunoWrites('hola');
  const page = await signedInWithStandIn(browser, server.url, ana);
  const isRegistered = whenRegistered(page);
  await openChat(page, group, bruno.email);
  await isRegistered;
  const phone = await arriveInChat(browser, server.url, ana, group, 'General');
  expect(await items(page)).toEqual(['Silenciar']);
  await choose(page, 'Silenciar', '1 hora');
  await expectNotice(page, 'Conversación silenciada');
  await expect(
    page.getByRole('banner').getByRole('img', { name: /^Silenciado hasta/ }),
  ).toHaveCount(0);
  const header = page.getByRole('main').locator('header').last();
  await expect(
    header.getByRole('img', { name: /^Silenciado hasta (mañana a )?las \d\d:\d\d$/ }),
  ).toBeVisible();
  for (const each of [page, phone])
    await expect(line(each, bruno.email).getByRole('img', { name: 'Silenciado' })).toBeVisible();
  expect(await items(page)).toEqual(['Silenciar', 'Activar avisos']);

  await chooseChat(page, 'General');
  await look(page, false);
  const carlaWrites = await writerOf(server.url, carla, group, ana);
  await brunoWrites('en silencio');
  await carlaWrites('con aviso');
  await expect.poll(() => notifiedIn(page)).toHaveLength(1);
  await expect(badge(page, bruno.email)).toBeVisible();
  await expect(badge(page, carla.email)).toBeVisible();
  expect((await notifiedIn(page))[0]).toMatchObject({ title: carla.email });
  await expect(page).toHaveTitle('(1) WEB CHAT');
  const grey = await colourOf(badge(page, bruno.email));
  expect(grey).not.toBe(await colourOf(badge(page, carla.email)));

  await chooseChat(phone, bruno.email);
  await choose(phone, 'Activar avisos');
  await expect(line(page, bruno.email).getByRole('img', { name: 'Silenciado' })).toHaveCount(0);
  await brunoWrites('otra vez con aviso');
  await expect.poll(() => notifiedIn(page)).toHaveLength(2);
  expect((await notifiedIn(page))[1]).toMatchObject({ body: 'otra vez con aviso' });
});

test('a group that is muted but for mentions notifies of these alone', async ({
  browser,
  server,
  administration,
}) => {
  const group = await administration.registerGroup('ventas');
  const ana = await administration.registerUser('ana', [group]);
  const bruno = await administration.registerUser('bruno', [group]);
  const page = await signedInWithStandIn(browser, server.url, ana);
  const isRegistered = whenRegistered(page);
  await openChat(page, group, 'General');
  await isRegistered;
  expect(await items(page)).toEqual(['Silenciar', 'Solo menciones']);
  await choose(page, 'Solo menciones');
  await expect(line(page, 'General').getByRole('img', { name: 'Solo menciones' })).toBeVisible();
  expect(await items(page)).toEqual(['Silenciar', 'Activar avisos']);
  const isBack = whenRegistered(page);
  await page.goto('/chats/me');
  await isBack;
  await expect(options(page)).toHaveCount(0);
  await look(page, false);
  const brunos = await arriveInChat(browser, server.url, bruno, group, 'General');
  await write(brunos, 'a todos');
  await expect(page).toHaveTitle('WEB CHAT');
  await brunos.getByRole('textbox', { name: 'Escribe un mensaje' }).pressSequentially('mira @ana');
  await brunos.getByRole('option').first().click();
  await brunos.keyboard.press('Enter');
  await expect.poll(() => notifiedIn(page)).toHaveLength(1);
  expect((await notifiedIn(page))[0]?.body).toContain('Te mencionó');
  await expect(page).toHaveTitle('(1) WEB CHAT');
});

test('the menu is walked with the keyboard alone', async ({ browser, server, administration }) => {
  const group = await administration.registerGroup('ventas');
  const ana = await administration.registerUser('ana', [group]);
  const page = await arriveInChat(browser, server.url, ana, group, 'General');
  await page.setViewportSize({ width: 390, height: 844 });
  await options(page).focus();
  const place = await options(page).boundingBox();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Silenciar' })).toBeFocused();
  // The header has no other room with its menu than without it.
  expect(await options(page).boundingBox()).toEqual(place);
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect(options(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Silenciar' })).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('menuitem', { name: '1 hora' })).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByRole('menuitem', { name: '1 hora' })).toHaveCount(0);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('End');
  await expect(page.getByRole('menuitem', { name: 'Siempre' })).toBeFocused();
  let release: () => void = () => undefined;
  const released = new Promise<void>((settle) => {
    release = settle;
  });
  await page.route('**/api/chats/*/notifications', async (route) => {
    await released;
    await route.fallback();
  });
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem')).toHaveCount(0);
  await expect(options(page)).toHaveAttribute('aria-busy', 'true');
  release();
  await expect(line(page, 'General').getByRole('img', { name: 'Silenciado' })).toBeVisible();
  await expect(options(page)).toBeFocused();
});
